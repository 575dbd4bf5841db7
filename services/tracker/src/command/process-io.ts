import type { Io } from './io.ts';

/** The running process. What it prints to may go away early, as `head` does: that ends it without a word. */
export function processIo(process: NodeJS.Process): Io {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`error: standard output cannot be written: ${error.message} (FILE)\n`);
    process.exit(2);
  });
  process.stderr.on('error', () => {
    // Nobody is left to be told anything.
  });
  let signal: AbortSignal | undefined;
  return {
    env: process.env,
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    get signal() {
      signal ??= stopSignal(process);
      return signal;
    },
  };
}

/** How long what runs may take to end, in milliseconds. */
const grace = 3_000;

/**
 * Aborted by SIGINT or SIGTERM. The process then ends by that signal, so that whoever started it sees the usual code:
 * as soon as nothing is left to do, at a second signal, or when the grace is over.
 */
function stopSignal(process: NodeJS.Process): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      // Its listener is gone by now, so that the next such signal has its default effect.
      const end = (): void => {
        process.kill(process.pid, name);
      };
      process.once('beforeExit', end);
      setTimeout(end, grace).unref();
      stop.abort();
    });
  }
  return stop.signal;
}
