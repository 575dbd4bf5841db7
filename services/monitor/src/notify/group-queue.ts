import type { Channel, Grouping } from './channel.ts';
import type { DeliverContext } from './deliver.ts';
import { deliverGroup } from './deliver-group.ts';
import { readGroup } from './group.ts';
import { NextLook } from './next-look.ts';
import type { Queue } from './queue.ts';

/**
 * Tells one channel of all it is owed in one message at a time: the first a short while after something came, the
 * others no sooner than the grouping allows. A message that fails is tried again as a whole, with what came since.
 */
export class GroupQueue implements Queue {
  readonly #channel: Channel;
  readonly #grouping: Grouping;
  readonly #context: DeliverContext;
  readonly #cutOff = new AbortController();
  readonly #drained = Promise.withResolvers<void>();
  /** Until its timer ends nothing is told. */
  #isHolding = false;
  /** What is due has waited for others. */
  #isGathered = false;
  #wanted = false;
  #working = false;
  /** Unix milliseconds; set by `drain`: what is due later stays for the next start. */
  #until: number | undefined;
  #isOver = false;
  readonly #nextLook: NextLook;

  constructor(channel: Channel, grouping: Grouping, context: DeliverContext) {
    this.#channel = channel;
    this.#grouping = grouping;
    this.#context = context;
    this.#nextLook = new NextLook(channel.id, context, () => this.wake());
  }

  wake(): void {
    this.#wanted = true;
    if (!this.#working) void this.#work();
  }

  /** Tells of what is due by now in one last message. */
  drain(): Promise<void> {
    this.#until = this.#context.clock.wallTime();
    this.wake();
    return this.#drained.promise;
  }

  cutOff(): void {
    this.#cutOff.abort();
    this.wake();
  }

  async #work(): Promise<void> {
    this.#working = true;
    try {
      while (this.#wanted && this.#until === undefined && !this.#cutOff.signal.aborted) {
        this.#wanted = false;
        await this.#step();
      }
      if (this.#until !== undefined) await this.#end(this.#until);
      this.#nextLook.succeeded();
    } catch (error) {
      this.#retryRead(error);
    } finally {
      this.#working = false;
    }
  }

  async #step(): Promise<void> {
    if (this.#isHolding) return;
    const { wait = 0 } = this.#grouping;
    if (wait > 0 && !this.#isGathered) {
      if (!(await this.#isAnythingDue())) return this.#nextLook.whenDue();
      this.#isGathered = true;
      this.#hold(wait);
      return;
    }
    const pause = await this.#tell(this.#context.clock.wallTime());
    if (pause === undefined) {
      this.#isGathered = false;
      return this.#nextLook.whenDue();
    }
    // What comes during the pause gathers there.
    this.#isGathered = true;
    this.#hold(pause);
  }

  async #end(until: number): Promise<void> {
    this.#nextLook.cancel();
    if (this.#isOver) return;
    if (!this.#cutOff.signal.aborted) await this.#tell(until);
    this.#isOver = true;
    this.#drained.resolve();
  }

  /** Resolves to the milliseconds until the next message may go; undefined where there was nothing to tell. */
  async #tell(now: number): Promise<number | undefined> {
    const group = await readGroup(this.#context.outbox, this.#channel.id, now);
    const cutOff = this.#cutOff.signal;
    if (group.length === 0 || cutOff.aborted) return undefined;
    return deliverGroup(group, this.#channel, this.#context, { grouping: this.#grouping, cutOff });
  }

  async #isAnythingDue(): Promise<boolean> {
    const { outbox, clock } = this.#context;
    return (await outbox.due(this.#channel.id, clock.wallTime(), 1)).length > 0;
  }

  /** Once cut off nothing is read any more, so there is nothing to try again. */
  #retryRead(err: unknown): void {
    if (this.#cutOff.signal.aborted) {
      this.#drained.resolve();
      return;
    }
    this.#nextLook.failed(err);
  }

  #hold(ms: number): void {
    if (this.#cutOff.signal.aborted) return;
    this.#isHolding = true;
    this.#nextLook.in(ms, () => {
      this.#isHolding = false;
    });
  }
}
