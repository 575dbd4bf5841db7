import type { Reference, Text } from '../draft.ts';

/**
 * A text whose references stand in it as marks: a number between lone surrogates, which no well-formed text
 * holds. Postman's own rules cut, join and encode strings; marks come through them untouched.
 */
export type Marked = string;

/** The references of one import, by the numbers of their marks. */
export interface Marks {
  markOf(reference: Reference): Marked;
  textOf(marked: Marked): Text;
  /** The text with all that is no reference changed, and other references in place of its own. */
  map(
    marked: Marked,
    change: (literal: string) => string,
    replace?: (reference: Reference) => Reference,
  ): Marked;
}

const mark = /\ud800(\d+)\udc00/;
const marks = new RegExp(mark, 'g');

export function createMarks(): Marks {
  const references: Reference[] = [];
  const numbers = new Map<string, number>();
  const markOf = (reference: Reference): Marked => {
    const key = keyOf(reference);
    const number = numbers.get(key) ?? references.push(reference) - 1;
    numbers.set(key, number);
    return `\ud800${number}\udc00`;
  };
  /** What stands around references and, at odd places, the references. */
  const piecesOf = (marked: Marked) =>
    marked.split(mark).map((piece, index) => {
      const reference = index % 2 === 1 ? references[Number(piece)] : undefined;
      return reference ?? piece;
    });
  return {
    markOf,
    textOf: marked => piecesOf(marked).filter(piece => piece !== ''),
    map: (marked, change, replace = reference => reference) =>
      piecesOf(marked)
        .map(piece => (typeof piece === 'string' ? change(piece) : markOf(replace(piece))))
        .join(''),
  };
}

export function hasMark(marked: Marked): boolean {
  return mark.test(marked);
}

/** The text with a letter in place of each reference. */
export function withoutMarks(marked: Marked): string {
  return marked.replace(marks, 'x');
}

function keyOf(reference: Reference): string {
  return reference.kind === 'expression'
    ? reference.expression
    : JSON.stringify([reference.name, reference.value ?? null, reference.isSecret]);
}
