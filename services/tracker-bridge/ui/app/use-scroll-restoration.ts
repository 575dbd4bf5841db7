import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'wouter';

/** Pages whose place is remembered. */
const most = 100;
/** Milliseconds that a page may take to become as long as it was. */
const patienceMs = 15_000;

/** Of the tab; not of a component, which may go. */
const memory = createMemory();
// Before the router listens, which has the next page drawn before later listeners are told.
window.addEventListener('popstate', () => {
  memory.isBack = true;
});

/** A page that is gone to begins at its top; one that is come back to is where it was left, once it is long enough. */
export function useScrollRestoration(): void {
  const [path] = useLocation();
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => memory.put(location.pathname, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    const top = memory.isBack ? memory.get(path) : 0;
    memory.isBack = false;
    return scrollOnceLongEnough(top);
  }, [path]);
}

function createMemory() {
  const tops = new Map<string, number>();
  return {
    /** Whether the next page is come back to. */
    isBack: false,
    get: (path: string): number => tops.get(path) ?? 0,
    put(path: string, top: number) {
      tops.delete(path);
      tops.set(path, top);
      const [oldest] = tops.keys();
      if (tops.size > most && oldest !== undefined) tops.delete(oldest);
    },
  };
}

/** Returns what ends the wait; a person who scrolls ends it too. */
function scrollOnceLongEnough(top: number): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const end = () => ending.abort();
  const isLongEnough = () => document.documentElement.scrollHeight - window.innerHeight >= top;
  const scroll = () => {
    if (signal.aborted || !isLongEnough()) return;
    window.scrollTo(0, top);
    end();
  };
  scroll();
  if (signal.aborted) return end;
  const growth = new ResizeObserver(scroll);
  growth.observe(document.body);
  const timer = setTimeout(end, patienceMs);
  signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  for (const type of ['wheel', 'touchmove', 'keydown']) {
    window.addEventListener(type, end, { signal, passive: true });
  }
  return end;
}
