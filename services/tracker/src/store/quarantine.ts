import { createHash } from 'node:crypto';
import type { SegmentName } from './segment.ts';

const form = /^quarantine\/([0-9a-z]{16})\/(\d{6,9})-[0-9a-f]{16}\.txt$/;

/**
 * Where lines of a segment are kept, word for word, that no tracker can have written. The name comes from the content,
 * so that two clones that put the same lines aside make the same file, and others never meet.
 */
export function quarantinePath({ writer, number }: SegmentName, content: Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return `quarantine/${writer}/${String(number).padStart(6, '0')}-${hash}.txt`;
}

/** The segment that a file of the quarantine is of; undefined for any other path. */
export function parseQuarantinePath(path: string): SegmentName | undefined {
  const [, writer, number] = form.exec(path) ?? [];
  return writer === undefined ? undefined : { writer, number: Number(number) };
}
