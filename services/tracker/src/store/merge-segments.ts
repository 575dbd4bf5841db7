import { idOfLine } from '../event/serialise-event.ts';

/**
 * The union of two versions of one file, which only copies of one clone can have both written to. By whole lines, in
 * the order of their event ids and then of their text: the same whichever side is merged into which, and however
 * often. Damaged lines are kept as well, in front, and byte for byte: as Latin-1 every byte is a character.
 */
export function mergeSegments(ours: Buffer, theirs: Buffer): Buffer {
  if (ours.equals(theirs)) return ours;
  const lines = new Set([...linesOf(ours), ...linesOf(theirs)]);
  const keyed = [...lines].map(line => ({ line, id: idOfLine(line) ?? '' }));
  keyed.sort((one, other) => compare(one.id, other.id) || compare(one.line, other.line));
  return Buffer.from(keyed.map(({ line }) => `${line}\n`).join(''), 'latin1');
}

function linesOf(segment: Buffer): readonly string[] {
  const lines = segment.toString('latin1').split('\n');
  return lines.filter(line => line !== '');
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
