import { useCallback, useState } from 'react';

const key = 'tracker-shortcuts';

/** Whether single keys do something; people who dictate turn that off (WCAG 2.1.4). The browser remembers it. */
export function useShortcutsSetting(): readonly [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => localStorage.getItem(key) !== 'off');
  const change = useCallback((next: boolean) => {
    localStorage.setItem(key, next ? 'on' : 'off');
    setIsOn(next);
  }, []);
  return [isOn, change];
}
