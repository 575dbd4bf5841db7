import { escapeForm } from './printable.ts';

const plain = /^[ -~]*$/;

let stringWidth: ((text: string) => number) | undefined;
let missed = false;

/** Columns that printable text takes on a terminal; beyond ASCII only a guess until `loadWidths` has been called. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  missed ||= stringWidth === undefined;
  return stringWidth?.(text) ?? text.length;
}

/** Whether a guess was made: loading what knows takes as long as all the rest, and few texts need it. */
export function isGuessed(): boolean {
  return missed;
}

export async function loadWidths(): Promise<void> {
  stringWidth = (await import('string-width')).default;
  missed = false;
}

/** Cut to `width` columns with an ellipsis at the end, between characters as people see them and never in an escape. */
export function fitText(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let taken = '';
  let left = width - 1;
  for (const piece of piecesOf(text)) {
    left -= widthOf(piece);
    if (left < 0) break;
    taken += piece;
  }
  return width < 1 ? '' : `${taken.trimEnd()}…`;
}

/** Filled up with spaces to `width` columns. */
export function padText(text: string, width: number, right: boolean): string {
  const spaces = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? spaces + text : text + spaces;
}

const escapes = new RegExp(`(${escapeForm.source})`);

function* piecesOf(text: string): Iterable<string> {
  const segmenter = new Intl.Segmenter();
  for (const [index, part] of text.split(escapes).entries()) {
    if (index % 2 === 1) yield part;
    else for (const { segment } of segmenter.segment(part)) yield segment;
  }
}
