/** What a key means; `prefix` makes the next one go somewhere. */
type Shortcut =
  | { readonly does: 'prefix' }
  | { readonly does: 'go'; readonly key: string }
  | { readonly does: 'help' }
  | { readonly does: 'press'; readonly key: string };

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Undefined for a key that is none of the shell's. A modifier makes it the browser's; the shift of `?` does not. */
export function shortcutOf(pressed: Pressed, isAfterPrefix: boolean): Shortcut | undefined {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (ctrlKey || metaKey || altKey || [...key].length !== 1) return undefined;
  if (isAfterPrefix) return { does: 'go', key };
  if (key === 'g') return { does: 'prefix' };
  if (key === '?') return { does: 'help' };
  return { does: 'press', key };
}
