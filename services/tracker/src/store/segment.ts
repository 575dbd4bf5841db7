/**
 * The data branch: `format.json`, a README for people who come across it, and under `segments/WRITER/` numbered files
 * of events, one a line. A clone appends to the last of its own, and begins a new one at 256 KiB, so that two clones
 * never change the same file, unless one is a copy of the other.
 */
export const formatFile = 'format.json';
export const formatVersion = 1;

export const readmeFile = 'README.md';
export const readmeText = `# Tracker data
Epics, stories and tickets, as the events that made them. Written by the \`tracker\` command: read it with
\`tracker ticket read\`. Lines are only ever added; please do not edit them by hand.
`;

/** Bytes at which a writer begins a new segment. */
export const segmentLimit = 256 * 1024;

const form = /^segments\/([0-9a-z]{16})\/(\d{6,9})\.jsonl$/;

export function segmentPath(writer: string, number: number): string {
  return `segments/${writer}/${String(number).padStart(6, '0')}.jsonl`;
}

export interface SegmentName {
  readonly writer: string;
  readonly number: number;
}

/** Undefined for a path that is no segment. */
export function parseSegmentPath(path: string): SegmentName | undefined {
  const [, writer, number] = form.exec(path) ?? [];
  return writer === undefined ? undefined : { writer, number: Number(number) };
}

export function isWriter(text: string): boolean {
  return /^[0-9a-z]{16}$/.test(text);
}

/** The lines of a segment, empty ones left out. */
export function linesOf(segment: Buffer): readonly string[] {
  return segment
    .toString()
    .split('\n')
    .filter(line => line !== '');
}

/** Whether only whole lines have come to a segment since `before`. */
export function isAppended(before: Buffer, after: Buffer): boolean {
  if (!after.subarray(0, before.length).equals(before)) return false;
  return before.length === 0 || before.at(-1) === 10 || after.at(before.length) === 10;
}
