/** What the page offers by a key: a control that names it with `aria-keyshortcuts`. */
export interface PageKey {
  readonly key: string;
  readonly label: string;
}

const selector = '[aria-keyshortcuts]';

/** For the list of shortcuts; a key that several name is the first one's. */
export function pageKeys(main: HTMLElement): readonly PageKey[] {
  const labels = new Map<string, string>();
  for (const control of main.querySelectorAll<HTMLElement>(selector)) {
    const key = control.getAttribute('aria-keyshortcuts') ?? '';
    if (!labels.has(key)) labels.set(key, labelOf(control));
  }
  return [...labels].map(([key, label]) => ({ key, label }));
}

/** Focuses the field or presses the button of the key. False where the page has none. */
export function pressPageKey(main: HTMLElement, key: string): boolean {
  const control = [...main.querySelectorAll<HTMLElement>(selector)].find(
    one => one.getAttribute('aria-keyshortcuts') === key && !one.matches(':disabled'),
  );
  if (control === undefined) return false;
  control.focus();
  if (control instanceof HTMLInputElement) control.select();
  else control.click();
  return true;
}

function labelOf(control: HTMLElement): string {
  const said = control.getAttribute('aria-label') ?? control.textContent.trim();
  if (said !== '') return said;
  const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : undefined;
  return label ?? '';
}
