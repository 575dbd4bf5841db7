/** How programs end that a signal ends: 128 and its number. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Resolves at the first signal that asks the process to stop; the second ends it at once, and what it has started. */
export function stopAsked(process: NodeJS.Process): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAsked = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (isAsked) process.exit(exitCodes[signal]);
      isAsked = true;
      resolve();
    });
  }
  return promise;
}
