import { Fault } from '../fault.ts';

/** Undoes a step under way, for this reason. */
export type Stop = (reason: Fault) => void;

export type Start<Value> = (
  resolve: (value: Value) => void,
  reject: (reason: unknown) => void,
) => Stop;

/** One timer and one listener for all steps of a run: whichever step is under way is stopped, and rejects. */
export class Deadline {
  readonly #signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  #passed: Fault | undefined;
  #stop: Stop | undefined;

  /** `timeout` in milliseconds. */
  constructor(timeout: number, signal: AbortSignal) {
    this.#signal = signal;
    this.#timer = setTimeout(() => {
      this.#pass(new Fault(6, `no whole answer within ${timeout} ms`));
    }, timeout);
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort);
  }

  /** Rejects with `Fault` 6 at the deadline and 12 at an abort, once the step has been told to stop. */
  step<Value>(start: Start<Value>): Promise<Value> {
    if (this.#passed !== undefined) return Promise.reject(this.#passed);
    return new Promise((resolve, reject) => {
      const stop = start(resolve, reject);
      this.#stop = reason => {
        stop(reason);
        reject(reason);
      };
    });
  }

  /** For a step that cannot be stopped and ends by itself; its value is dropped after the deadline. */
  race<Value>(work: Promise<Value>): Promise<Value> {
    return this.step((resolve, reject) => {
      work.then(resolve, reject);
      return () => {};
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#stop = undefined;
  }

  readonly #onAbort = () => this.#pass(new Fault(12, 'the run was canceled'));

  #pass(reason: Fault): void {
    this.#passed ??= reason;
    this.#stop?.(this.#passed);
  }
}
