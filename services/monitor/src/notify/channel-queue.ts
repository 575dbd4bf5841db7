import type { Channel } from './channel.ts';
import { type DeliverContext, deliver } from './deliver.ts';
import { NextLook } from './next-look.ts';
import type { Delivery } from './outbox.ts';
import type { Queue } from './queue.ts';

/** Sends of one channel at a time. */
const concurrency = 8;
/** Deliveries tried whose outcome is not recorded yet: a slow record holds up no send before there are so many. */
const mostUnrecorded = 200;
/** New deliveries read from the record at once. */
const batch = 64;

/** Sends each transition that one channel is owed by itself, several at a time. */
export class ChannelQueue implements Queue {
  readonly #channel: Channel;
  readonly #context: DeliverContext;
  /** Begun and not yet recorded. */
  readonly #inFlight = new Set<string>();
  #sending = 0;
  readonly #cutOff = new AbortController();
  readonly #drained = Promise.withResolvers<void>();
  #ready: Delivery[] = [];
  #wanted = false;
  #filling = false;
  /** Unix milliseconds; set by `drain`: what is due later stays for the next start. */
  #until: number | undefined;
  readonly #nextLook: NextLook;

  constructor(channel: Channel, context: DeliverContext) {
    this.#channel = channel;
    this.#context = context;
    this.#nextLook = new NextLook(channel.id, context, () => this.wake());
  }

  /** Looks into the record now; to be called when something may have become due. */
  wake(): void {
    this.#wanted = true;
    if (!this.#filling) void this.#fill();
  }

  /** Sends what is due by now and then no more; resolves when nothing is under way. */
  drain(): Promise<void> {
    this.#until = this.#context.clock.wallTime();
    this.wake();
    return this.#drained.promise;
  }

  /** Ends what is under way and leaves it owed. */
  cutOff(): void {
    this.#cutOff.abort();
    this.#ready = [];
    this.wake();
  }

  async #fill(): Promise<void> {
    this.#filling = true;
    try {
      while (this.#wanted) {
        this.#wanted = false;
        this.#nextLook.cancel();
        await this.#startDue();
      }
      this.#nextLook.succeeded();
      this.#endIfDrained();
    } catch (error) {
      this.#retryRead(error);
    } finally {
      this.#filling = false;
    }
  }

  /** Once cut off nothing is read any more, so there is nothing to try again. */
  #retryRead(err: unknown): void {
    if (this.#cutOff.signal.aborted) {
      this.#endIfDrained();
      return;
    }
    this.#nextLook.failed(err);
  }

  async #startDue(): Promise<void> {
    while (this.#mayBegin()) {
      const delivery = this.#ready.shift() ?? (await this.#readDue());
      if (delivery === undefined) {
        if (this.#until === undefined) await this.#nextLook.whenDue();
        return;
      }
      void this.#deliver(delivery);
    }
  }

  #mayBegin(): boolean {
    if (this.#cutOff.signal.aborted || this.#inFlight.size >= mostUnrecorded) return false;
    return this.#sending < concurrency;
  }

  async #readDue(): Promise<Delivery | undefined> {
    const now = this.#until ?? this.#context.clock.wallTime();
    // Taken before the read, which may still show as owed what comes to rest meanwhile.
    const underWay = new Set(this.#inFlight);
    // More than are under way, so that a read brings new ones where there are any.
    const limit = underWay.size + batch;
    const due = await this.#context.outbox.due(this.#channel.id, now, limit);
    if (this.#cutOff.signal.aborted) return undefined;
    this.#ready = due.filter(({ transition }) => !underWay.has(transition.id));
    return this.#ready.shift();
  }

  async #deliver(delivery: Delivery): Promise<void> {
    this.#inFlight.add(delivery.transition.id);
    this.#sending++;
    await deliver(delivery, this.#channel, this.#context, {
      cutOff: this.#cutOff.signal,
      onTried: () => {
        this.#sending--;
        this.wake();
      },
    });
    this.#inFlight.delete(delivery.transition.id);
    this.wake();
  }

  #endIfDrained(): void {
    if (this.#until !== undefined && this.#inFlight.size === 0) this.#drained.resolve();
  }
}
