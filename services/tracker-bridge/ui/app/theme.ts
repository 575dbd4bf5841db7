import { useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark';

const key = 'tracker-theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** What is seen: what was chosen, else what the system has. `public/theme.js` sets a choice before the first paint. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);

/** The browser remembers the choice; one of what the system has follows the system from then on. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === systemTheme()) {
    localStorage.removeItem(key);
    delete dataset.theme;
  } else {
    localStorage.setItem(key, theme);
    dataset.theme = theme;
  }
  for (const listener of listeners) listener();
}

const systemTheme = (): Theme => (system.matches ? 'dark' : 'light');

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : systemTheme();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
