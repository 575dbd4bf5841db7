import { once } from 'node:events';
import { basename, resolve } from 'node:path';
import { watch } from 'chokidar';

/** Milliseconds that a change is waited with for others, as an editor saves all its files. */
const settle = 50;

export interface WatchHandlers {
  /** Called once at the start and after changes, never twice at a time. */
  readonly onChange: () => Promise<void>;
  /** A folder that can't be watched, say. The others are watched on. */
  readonly onError: (error: unknown) => void;
}

/**
 * Watches a folder and everything below it, but for node_modules and what begins with a dot and is no .gitignore,
 * until `signal` aborts.
 */
export async function watchFolder(
  dir: string,
  { onChange, onError }: WatchHandlers,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const folder = resolve(dir);
  const stopped = once(signal, 'abort');
  let changed = Promise.withResolvers<void>();
  const watcher = watch(folder, {
    ignored: path => path !== folder && isLeftOut(basename(path)),
    ignoreInitial: true,
    followSymlinks: false,
  });
  watcher.on('all', () => changed.resolve());
  watcher.on('error', onError);
  try {
    await Promise.race([once(watcher, 'ready'), stopped]);
    while (!signal.aborted) {
      changed = Promise.withResolvers();
      await onChange();
      await Promise.race([changed.promise, stopped]);
      await Promise.race([new Promise(resolve => setTimeout(resolve, settle)), stopped]);
    }
  } finally {
    await watcher.close();
  }
}

const isLeftOut = (name: string): boolean =>
  name === 'node_modules' || (name.startsWith('.') && name !== '.gitignore');
