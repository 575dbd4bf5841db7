import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWriter, linesOf, parseSegmentPath, segmentPath } from './segment.ts';

const writer = 'abcdefghij012345';

test('the path of a segment tells its writer and number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), number => {
      expect(parseSegmentPath(segmentPath(writer, number))).toEqual({ writer, number });
    }),
  );
});

test('paths of one writer are in the order of their numbers', () => {
  expect(segmentPath(writer, 9) < segmentPath(writer, 10)).toBe(true);
  expect(segmentPath(writer, 99_999) < segmentPath(writer, 100_000)).toBe(true);
});

test.each([
  '',
  'format.json',
  'segments/abcdefghij012345/1.jsonl',
  'segments/abcdefghij012345/000001.json',
  'segments/ABCDEFGHIJ012345/000001.jsonl',
  'segments/../000001.jsonl',
  'x/segments/abcdefghij012345/000001.jsonl',
  'segments/abcdefghij012345/000001.jsonl\n',
  'segments/abcdefghij012345/x/000001.jsonl',
])('%j is the path of no segment', path => {
  expect(parseSegmentPath(path)).toBeUndefined();
});

test('a writer has sixteen letters and digits', () => {
  expect(isWriter(writer)).toBe(true);
  for (const text of ['', 'a', `${writer}0`, `${writer}\n`, '../../../../etc/x']) {
    expect(isWriter(text)).toBe(false);
  }
});

test('lines are told apart at newlines only, the last with or without one', () => {
  expect(linesOf(Buffer.from('a\n\nb\r\u2028c'))).toEqual(['a', 'b\r\u2028c']);
  expect(linesOf(Buffer.from('a\n'))).toEqual(['a']);
  expect(linesOf(Buffer.alloc(0))).toEqual([]);
});
