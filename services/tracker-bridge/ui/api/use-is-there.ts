import { useEffect, useRef } from 'react';

/** Whether the component is on the page. */
export function useIsThere(): { readonly current: boolean } {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}
