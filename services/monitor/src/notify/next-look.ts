import type { Cancel } from '../schedule/clock.ts';
import { backoff, longestBackoff } from './backoff.ts';
import type { DeliverContext } from './deliver.ts';

/** When a queue looks into the record again: one time at most is set. */
export class NextLook {
  readonly #channel: string;
  readonly #context: Pick<DeliverContext, 'clock' | 'outbox' | 'random' | 'log'>;
  readonly #look: () => void;
  #readFailures = 0;
  #cancelTimer: Cancel = () => {};

  constructor(channel: string, context: DeliverContext, look: () => void) {
    this.#channel = channel;
    this.#context = context;
    this.#look = look;
  }

  /** Milliseconds from now; `before` is called first. */
  in(ms: number, before = () => {}): void {
    this.cancel();
    this.#cancelTimer = this.#context.clock.setTimer(ms, () => {
      before();
      this.#look();
    });
  }

  /** When the next delivery is due; none is set where there is none. */
  async whenDue(): Promise<void> {
    const { clock, outbox } = this.#context;
    const now = clock.wallTime();
    const next = await outbox.nextDue(this.#channel, now);
    // At the latest after the longest backoff, so that a clock set back delays nothing for longer.
    if (next !== undefined) this.in(Math.min(next - now, longestBackoff));
  }

  /** The record could not be read. */
  failed(err: unknown): void {
    const { log, random } = this.#context;
    log.error({ err, channel: this.#channel }, 'cannot read what is owed; will try again');
    this.in(backoff(++this.#readFailures, random()));
  }

  succeeded(): void {
    this.#readFailures = 0;
  }

  cancel(): void {
    this.#cancelTimer();
  }
}
