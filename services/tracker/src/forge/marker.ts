import { longestBody } from '../record/fields.ts';
import { isId } from '../record/record-id.ts';

/**
 * The last line of what the tracker makes on the forge, which readers there are not shown. It tells whose it is when
 * the tracker ended between making it and recording that, or when another clone made it.
 */
const form = /(?:^|\n\n?)<!-- tracker:([0-9A-Z]{26}) -->\s*$/;

export interface Marked {
  /** Without the marker. */
  readonly text: string;
  /** Undefined where there is none. */
  readonly id: string | undefined;
}

/** Line ends become line feeds: browsers send carriage returns as well. */
export function readMarker(given: string): Marked {
  const text = given.replaceAll('\r\n', '\n');
  const found = form.exec(text.slice(-200));
  const id = found?.[1];
  if (found === null || !isId(id)) return { text, id: undefined };
  return { text: text.slice(0, text.length - found[0].length), id };
}

/** The text with the marker, as long as both fit. */
export function withMarker(text: string, id: string): string {
  const marked = text === '' ? lineOf(id) : `${text}\n\n${lineOf(id)}`;
  return marked.length <= longestBody ? marked : text;
}

/** The characters that a text may have for its marker to fit. */
export const roomBesideMarker = longestBody - 100;

function lineOf(id: string): string {
  return `<!-- tracker:${id} -->`;
}
