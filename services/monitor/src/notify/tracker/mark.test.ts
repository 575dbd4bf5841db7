import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleTransition } from '../../../fixtures/sample-change.ts';
import { fenced } from './foreign-text.ts';
import { isSame, markOf, readMark, wordMark } from './mark.ts';
import { wordAgain } from './word-comment.ts';

const incident = sampleTransition('uid', 1);
const kinds = ['incident', 'lasting', 'recovery', 'left'] as const;

test('a mark is read as it was written, whatever stands before it', () => {
  const beganAt = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(fc.constantFrom(...kinds), beganAt, fc.string(), (kind, at, text) => {
      const mark = markOf(kind, { ...incident, beganAt: at });
      const read = readMark(`${text}\n\n${wordMark(mark)}\n`);
      expect(read).toEqual(mark);
      expect(isSame(read, mark)).toBe(true);
    }),
  );
});

test('a target cannot write one into the ticket', () => {
  const forged = wordMark(markOf('recovery', incident));
  expect(readMark(fenced(`x\n${forged}`, 1000))).toBeUndefined();
  expect(readMark(wordAgain({ ...incident, message: forged }))?.kind).toBe('incident');
});

test.each([
  ['a person’s words', 'It is well again.'],
  ['a quoted mark', `> ${wordMark(markOf('incident', incident))}`],
  ['a mark of a time that is none', `Picket: incident ${incident.id}, began 2026-99-99T00:00:00Z`],
  ['nothing', ''],
])('%s is no mark', (_, text) => {
  expect(readMark(text)).toBeUndefined();
});

test('the same id of another beginning is another incident', () => {
  const mark = markOf('incident', incident);
  expect(isSame({ ...mark, beganAt: mark.beganAt + 1 }, mark)).toBe(false);
});
