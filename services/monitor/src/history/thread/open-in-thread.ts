import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PicketError } from '../../errors.ts';
import type { HistoryStore } from '../store.ts';
import { within } from '../within.ts';
import type { Answer, ThreadData } from './thread-message.ts';

/** Milliseconds: for opening it, for a question, and for letting go of it. */
const limits = { open: 30_000, read: 15_000, close: 10_000 } as const;

type Method = keyof HistoryStore;
type Gives<M extends Method> = Awaited<ReturnType<HistoryStore[M]>>;

interface Thread {
  /** Resolves once the history is open. */
  readonly opened: Promise<void>;
  ask<M extends Method>(method: M, ...given: Parameters<HistoryStore[M]>): Promise<Gives<M>>;
  end(): Promise<unknown>;
}

/** A store whose thread begins with the first call. */
interface ThreadStore extends HistoryStore {
  /** Rejects with `PKT_HISTORY_UNREADABLE` where a file cannot be used. */
  open(): Promise<void>;
}

/**
 * A history in a thread of its own, so that no run waits for the disk, nor for a batch to be made ready; a thread that
 * dies is replaced with the next call.
 */
export function openInThread(data: ThreadData): ThreadStore {
  let thread: Thread | undefined;
  let isClosed = false;
  const running = async (): Promise<Thread> => {
    if (isClosed) throw unavailable('it has been closed');
    thread ??= startThread(data, () => {
      thread = undefined;
    });
    const started = thread;
    await within(limits.open, started.opened, () => unavailable('it was not opened in time'));
    return started;
  };
  const late = () => unavailable('it did not answer in time');

  return {
    open: async () => void (await running()),
    write: async batch => (await running()).ask('write', batch),
    prune: async (...given) => (await running()).ask('prune', ...given),
    probes: async query => within(limits.read, (await running()).ask('probes', query), late),
    results: async query => within(limits.read, (await running()).ask('results', query), late),
    rollUps: async query => within(limits.read, (await running()).ask('rollUps', query), late),
    async close() {
      isClosed = true;
      const closing = thread;
      if (closing === undefined) return;
      try {
        await within(limits.close, closing.ask('close'), late);
      } finally {
        await closing.end();
      }
    },
  };
}

/** In an image both this and the thread are bundled, as JavaScript side by side. */
const threadFile = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

function startThread(workerData: ThreadData, onEnded: () => void): Thread {
  const worker = new Worker(threadFile, { workerData, execArgv: [] });
  const pending = new Map<number, Pending>();
  let asked = 0;
  // The process is kept alive by a question, never by the thread alone.
  const wait = <T>(id: number) =>
    new Promise<T>((resolve, reject) => {
      pending.set(id, { resolve, reject });
      worker.ref();
    });
  const settle = (id: number): Pending | undefined => {
    const settled = pending.get(id);
    pending.delete(id);
    if (pending.size === 0) worker.unref();
    return settled;
  };
  const opened = wait<void>(asked);
  worker.on('message', (answer: Answer) => {
    const waiting = settle(answer.id);
    if ('problem' in answer) {
      waiting?.reject(new PicketError(answer.problem.code, answer.problem.message));
      if (answer.id === 0) onEnded();
    } else waiting?.resolve(answer.value);
  });
  const fail = (cause?: unknown) => {
    onEnded();
    for (const id of [...pending.keys()])
      settle(id)?.reject(unavailable('its thread ended', cause));
  };
  worker.on('error', fail).on('exit', () => fail());
  return {
    opened,
    ask(method, ...given) {
      const id = ++asked;
      const answered = wait<Gives<typeof method>>(id);
      worker.postMessage({ id, call: { method, given } });
      return answered;
    },
    end: () => worker.terminate(),
  };
}

function unavailable(reason: string, cause?: unknown): PicketError {
  const message = `the history cannot be written or read now: ${reason}`;
  return new PicketError('PKT_HISTORY_UNAVAILABLE', message, { cause });
}
