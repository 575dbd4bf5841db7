import { useSyncExternalStore } from 'react';

const query = '(max-width: 48rem)';

/** Whether the page is as narrow as on a phone: what is a table elsewhere is cards there. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}
