import type { Cancel, Clock } from './clock.ts';
import { type Grid, slotAfter } from './grid.ts';
import { createTimerHeap, type HeapEntry } from './timer-heap.ts';

/** When an id runs, in milliseconds. */
interface Timing {
  /** From now to the first run; every later one stands a whole number of intervals after that time. */
  readonly phase: number;
  readonly interval: number;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  /** Runs at once; what is due beyond that waits, the longest due first. Default 1000. */
  readonly concurrency?: number;
  /** One run, done when its notifications are queued. `due` is the time it was scheduled for, on the clock. */
  readonly run: (id: string, due: number) => Promise<void>;
  /** Told at each start how many milliseconds after its due time it came. */
  readonly onLag: (id: string, ms: number) => void;
  /** Told of a run that rejected, which is a bug: what goes wrong with a target is a result. */
  readonly onError: (id: string, error: unknown) => void;
}

/**
 * Starts runs on their grids, never two of one id at a time. A slot that comes while its id is running is made
 * up for once, when the run ends: that end is then its due time. Slots missed beyond that one are left out.
 */
export interface Scheduler {
  /** Schedules the id. One that is there already is updated. */
  add(id: string, timing: Timing): void;
  /**
   * Gives the id another interval, and with it a new first run; with the same interval nothing changes, so that
   * a new configuration moves nobody. A start that is due stays due. False where the id is not scheduled.
   */
  update(id: string, timing: Timing): boolean;
  /** The id is not started again; a run in progress goes on. False where the id is not scheduled. */
  remove(id: string): boolean;
  /** Makes the id due now, or at the end of the run in progress. False where the id is not scheduled. */
  runNow(id: string): boolean;
  /** Starts nothing more, and resolves when the runs in progress have ended. */
  stop(): Promise<void>;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  return new HeapScheduler(options);
}

/** One turn of the event loop starts so much, whichever comes first; then timers and sockets have theirs. */
const slice = { starts: 64, ms: 4 } as const;

interface Entry {
  readonly id: string;
  grid: Grid;
  /** Its place in the heap; undefined while it runs, and once it is removed. */
  waiting: HeapEntry<Entry> | undefined;
  isRunning: boolean;
  isRemoved: boolean;
  /** `runNow` was called during the run. */
  runsAgain: boolean;
}

class HeapScheduler implements Scheduler {
  readonly #options: SchedulerOptions;
  readonly #clock: Clock;
  readonly #concurrency: number;
  /** Ids that wait for their time and, once it has come, for their turn: the heap is the queue. */
  readonly #heap = createTimerHeap<Entry>();
  readonly #entries = new Map<string, Entry>();
  readonly #stopped = Promise.withResolvers<void>();
  #isStopped = false;
  #running = 0;
  /** What `#startDue` is waiting for: a timer for `at`, or with `at` -Infinity its next turn. */
  #wake: { readonly at: number; readonly cancel: Cancel } | undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.#concurrency = options.concurrency ?? 1000;
  }

  add(id: string, timing: Timing): void {
    if (this.#isStopped || this.update(id, timing)) return;
    const grid = gridFrom(this.#clock.now(), timing);
    const running = this.#entries.get(id);
    if (running !== undefined) {
      // Removed during its run and entered again: the end of that run puts it on the new grid.
      running.isRemoved = false;
      running.grid = grid;
      return;
    }
    const entry: Entry = {
      id,
      grid,
      waiting: undefined,
      isRunning: false,
      isRemoved: false,
      runsAgain: false,
    };
    this.#entries.set(id, entry);
    this.#wait(entry, grid.phase);
  }

  update(id: string, timing: Timing): boolean {
    const entry = this.#scheduled(id);
    if (entry === undefined) return false;
    if (entry.grid.interval === timing.interval) return true;
    const now = this.#clock.now();
    entry.grid = gridFrom(now, timing);
    const isDue = entry.waiting !== undefined && entry.waiting.at <= now;
    if (!entry.isRunning && !isDue) this.#wait(entry, entry.grid.phase);
    return true;
  }

  remove(id: string): boolean {
    const entry = this.#scheduled(id);
    if (entry === undefined) return false;
    entry.isRemoved = true;
    entry.runsAgain = false;
    this.#leaveHeap(entry);
    if (!entry.isRunning) this.#entries.delete(id);
    this.#arm();
    return true;
  }

  runNow(id: string): boolean {
    const entry = this.#scheduled(id);
    if (entry === undefined) return false;
    const now = this.#clock.now();
    if (entry.isRunning) entry.runsAgain = true;
    else if (entry.waiting !== undefined && entry.waiting.at > now) this.#wait(entry, now);
    return true;
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    this.#sleep();
    if (this.#running === 0) this.#stopped.resolve();
    return this.#stopped.promise;
  }

  #scheduled(id: string): Entry | undefined {
    const entry = this.#entries.get(id);
    return this.#isStopped || entry?.isRemoved ? undefined : entry;
  }

  #wait(entry: Entry, at: number): void {
    this.#leaveHeap(entry);
    entry.waiting = this.#heap.push(at, entry);
    this.#arm();
  }

  #leaveHeap(entry: Entry): void {
    if (entry.waiting !== undefined) this.#heap.remove(entry.waiting);
    entry.waiting = undefined;
  }

  /** Sees to it that `#startDue` is called when the earliest entry can start, and not before. */
  #arm(): void {
    const earliest = this.#heap.peek();
    if (this.#isStopped || earliest === undefined || this.#running >= this.#concurrency) {
      this.#sleep();
      return;
    }
    const delay = earliest.at - this.#clock.now();
    const at = delay > 0 ? earliest.at : -Infinity;
    if (this.#wake?.at === at) return;
    this.#sleep();
    const startDue = () => {
      this.#wake = undefined;
      this.#startDue();
    };
    const cancel =
      delay > 0 ? this.#clock.setTimer(delay, startDue) : this.#clock.afterOthers(startDue);
    this.#wake = { at, cancel };
  }

  #sleep(): void {
    this.#wake?.cancel();
    this.#wake = undefined;
  }

  #startDue(): void {
    const began = this.#clock.now();
    let now = began;
    for (let starts = 0; starts < slice.starts && now - began < slice.ms; starts++) {
      const earliest = this.#heap.peek();
      if (earliest === undefined || earliest.at > now || this.#running >= this.#concurrency) break;
      this.#leaveHeap(earliest.value);
      void this.#start(earliest.value, earliest.at, now);
      now = this.#clock.now();
    }
    this.#arm();
  }

  async #start(entry: Entry, due: number, now: number): Promise<void> {
    const { run, onLag, onError } = this.#options;
    entry.isRunning = true;
    this.#running++;
    try {
      onLag(entry.id, now - due);
      await run(entry.id, due);
    } catch (error) {
      onError(entry.id, error);
    } finally {
      this.#end(entry, now);
    }
  }

  #end(entry: Entry, started: number): void {
    entry.isRunning = false;
    this.#running--;
    if (entry.isRemoved) this.#entries.delete(entry.id);
    if (this.#isStopped) {
      if (this.#running === 0) this.#stopped.resolve();
      return;
    }
    if (entry.isRemoved) this.#arm();
    else this.#wait(entry, this.#nextStart(entry, started));
  }

  /** The next slot after the start; the run's end, where that slot or `runNow` came during the run. */
  #nextStart(entry: Entry, started: number): number {
    const now = this.#clock.now();
    const next = entry.runsAgain ? now : slotAfter(entry.grid, started);
    entry.runsAgain = false;
    return Math.max(next, now);
  }
}

/** Whole milliseconds, so that differences of start times are exact. */
function gridFrom(now: number, { interval, phase }: Timing): Grid {
  return { interval, phase: Math.ceil(now + phase) };
}
