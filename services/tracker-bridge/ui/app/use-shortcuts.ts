import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { areas } from './areas.ts';
import { pressPageKey } from './page-keys.ts';
import { shortcutOf } from './shortcut.ts';

/** Milliseconds within which the second key of two is to follow. */
const prefixLasts = 1_500;

interface ShortcutsOptions {
  readonly isOn: boolean;
  readonly main: RefObject<HTMLElement | null>;
  readonly showHelp: () => void;
}

/** Heeds single keys while nothing is typed and no dialog is open. */
export function useShortcuts({ isOn, main, showHelp }: ShortcutsOptions): void {
  const [, navigate] = useLocation();
  const prefixAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isTaken(event.target)) return;
      const isAfterPrefix = event.timeStamp - prefixAt.current < prefixLasts;
      const shortcut = shortcutOf(event, isAfterPrefix);
      if (shortcut === undefined) return;
      prefixAt.current = shortcut.does === 'prefix' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (shortcut.does === 'help') showHelp();
      if (shortcut.does === 'go') {
        const area = areas.find(({ key }) => key === shortcut.key);
        if (area !== undefined) navigate(area.path);
      }
      // Otherwise the field that is focused gets the key, too.
      if (shortcut.does === 'press' && main.current && pressPageKey(main.current, shortcut.key)) {
        event.preventDefault();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn, main, showHelp, navigate]);
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  // What has a role of its own may have keys of its own, as the cards of the board have.
  return target.isContentEditable || target.matches('input, select, textarea, [role=option]');
}
