import { useRef } from 'react';

/**
 * The same key for the same draft, so that to try once more makes no second record; another for another draft, which
 * would be answered with the first one's record else.
 */
export function useCreateKey(): (draft: object) => string {
  const last = useRef<{ readonly draft: string; readonly key: string }>(undefined);
  return draft => {
    const text = JSON.stringify(draft);
    if (last.current?.draft === text) return last.current.key;
    const key = createKey();
    last.current = { draft: text, key };
    return key;
  };
}

/** A key that nobody else has; `crypto.randomUUID` is missing where the page comes by plain HTTP from another machine. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `browser:${bytes.reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')}`;
}
