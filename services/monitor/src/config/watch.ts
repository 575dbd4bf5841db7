import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

export interface WatchOptions {
  /** Milliseconds between two looks at the file; 1000 by default. */
  readonly interval?: number;
  /** Milliseconds for which a changed file must stay as it is to count as written; 200 by default. */
  readonly settle?: number;
}

export interface ConfigWatch extends Disposable {
  /** No call comes after it. */
  close(): void;
}

/**
 * Calls back once the file differs from what it was when the watch began, and after each later change,
 * when writing has settled. A file that goes missing, or can't be looked at, has changed too.
 *
 * It looks at the file over and over, because notices of the file system (inotify) don't reach network
 * volumes, and follow neither an editor's new file nor the swapped symbolic link of a ConfigMap.
 * Begin it before reading the file, so that no change falls between.
 */
export function watchConfig(
  file: string,
  onChange: () => void,
  { interval = 1000, settle = 200 }: WatchOptions = {},
): ConfigWatch {
  let told = currentIdentity(file);
  let last = told;
  let isClosed = false;

  const look = async () => {
    const identity = await stat(file, { bigint: true }).then(identityOf, faultOf);
    if (isClosed) return;
    const isSettled = identity === last;
    last = identity;
    schedule(identity === told || isSettled ? interval : settle);
    if (!isSettled || identity === told) return;
    told = identity;
    onChange();
  };
  const schedule = (delay: number) => {
    timer = setTimeout(look, delay).unref();
  };

  const close = () => {
    isClosed = true;
    clearTimeout(timer);
  };
  let timer = setTimeout(look, interval).unref();
  return { close, [Symbol.dispose]: close };
}

function currentIdentity(file: string): string {
  try {
    return identityOf(statSync(file, { bigint: true }));
  } catch (error) {
    return faultOf(error);
  }
}

/** Which file it is and which state of it: the time of change can't be set back as that of modification can. */
function identityOf({ dev, ino, size, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, ctimeNs].join(' ');
}

function faultOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
