export interface StopSignals extends Disposable {
  /** Aborted by the first SIGTERM or SIGINT: start nothing more. */
  readonly stop: AbortSignal;
  /** Aborted by the second one, or when the grace is over: cancel what still runs. */
  readonly kill: AbortSignal;
}

interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  off(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
}

/** `grace` is how long what runs may take to end after the first signal, in milliseconds. */
export function stopSignals(source: SignalSource, grace = 20_000): StopSignals {
  const stop = new AbortController();
  const kill = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const listen = () => {
    if (stop.signal.aborted) return kill.abort();
    timer = setTimeout(() => kill.abort(), grace);
    stop.abort();
  };
  source.on('SIGTERM', listen);
  source.on('SIGINT', listen);
  return {
    stop: stop.signal,
    kill: kill.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      source.off('SIGTERM', listen);
      source.off('SIGINT', listen);
    },
  };
}
