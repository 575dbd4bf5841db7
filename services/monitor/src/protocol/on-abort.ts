const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` when the signal aborts, for one that very many short runs share; returns what takes it back.
 * An EventTarget links its listeners in a list, and one that was removed goes on pointing at its successor:
 * once the collector has aged it, every later run hangs from it until the next full collection.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? listenTo(signal);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  listenersOf.set(signal, listeners);
  const callAll = () => {
    for (const listener of listeners) listener();
    listeners.clear();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return listeners;
}
