import { idOfKey } from '../record/id-of-key.ts';
import { digestOf } from './forge-base.ts';

/** What both sides had changed: the field, or a comment. */
export interface LostVersion {
  /** `title`, `body`, `status`, or the id of a comment. */
  readonly of: string;
  readonly winner: 'here' | 'there';
  readonly lost: string;
}

export interface NewComment {
  readonly id: string;
  readonly body: string;
}

/** Characters of one piece, so that it fits a comment together with the words around it. */
const pieceLength = 60_000;

const fields: ReadonlySet<string> = new Set(['title', 'body', 'status']);

/**
 * The comments that keep what lost: both sides had changed it, and only the later change could stay. Their ids follow
 * from what they say, so that two clones that meet the same conflict write the same comment.
 */
export function conflictComments(ticket: string, { of, winner, lost }: LostVersion): NewComment[] {
  const what = fields.has(of) ? `The ${of}` : 'A comment';
  const loser = winner === 'here' ? 'on the forge' : 'in the tracker';
  const intro = `${what} was changed in the tracker and on the forge at the same time. The later change was kept; ${loser} it had become:`;
  return piecesOf(lost).map((piece, index) => ({
    id: idOfKey('ticket', `forge-conflict:${ticket}:${of}:${digestOf(lost)}:${index}`),
    body: `${intro}\n\n${piece === '' ? '(nothing)' : piece}`,
  }));
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > pieceLength) {
    const whole = rest.slice(0, pieceLength).isWellFormed() ? pieceLength : pieceLength - 1;
    pieces.push(rest.slice(0, whole));
    rest = rest.slice(whole);
  }
  return [...pieces, rest];
}
