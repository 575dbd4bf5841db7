import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSegments } from './merge-segments.ts';

const id = fc
  .array(fc.constantFrom('0', '1', 'A', 'Z'), { minLength: 26, maxLength: 26 })
  .map(letters => letters.join(''));

const whole = fc.tuple(id, fc.json()).map(([name, rest]) => `{"id":"${name}","x":${rest}}`);

/** Bytes as a disk or a foreign hand may have left them, Unicode or not. */
const damaged = fc
  .uint8Array({ maxLength: 8 })
  .map(bytes => Buffer.from(bytes).toString('latin1').replaceAll('\n', ''));

const line = fc.oneof({ weight: 3, arbitrary: whole }, damaged, fc.constantFrom('', 'same', '\r'));

const segment = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.boolean())
  .map(([lines, ended]) => Buffer.from(lines.join('\n') + (ended ? '\n' : ''), 'latin1'));

function linesOf(segmentBytes: Buffer): Set<string> {
  return new Set(
    segmentBytes
      .toString('latin1')
      .split('\n')
      .filter(text => text !== ''),
  );
}

test('merging is commutative', () => {
  fc.assert(
    fc.property(segment, segment, (one, other) => {
      expect(mergeSegments(one, other)).toEqual(mergeSegments(other, one));
    }),
  );
});

test('merging is associative', () => {
  fc.assert(
    fc.property(segment, segment, segment, (one, other, third) => {
      const left = mergeSegments(mergeSegments(one, other), third);
      expect(left).toEqual(mergeSegments(one, mergeSegments(other, third)));
    }),
  );
});

test('merging is idempotent', () => {
  fc.assert(
    fc.property(segment, segment, (one, other) => {
      const merged = mergeSegments(one, other);
      expect(mergeSegments(one, one)).toEqual(one);
      expect(mergeSegments(merged, one)).toEqual(merged);
      expect(mergeSegments(merged, other)).toEqual(merged);
    }),
  );
});

test('what is merged holds the lines of both, byte for byte, and no other', () => {
  fc.assert(
    fc.property(segment, segment, (one, other) => {
      const merged = linesOf(mergeSegments(one, other));
      expect(merged).toEqual(new Set([...linesOf(one), ...linesOf(other)]));
    }),
  );
});

test('lines are in the order of their ids, damaged ones in front', () => {
  const event = (last: string, rest = ''): string => `{"id":"${last.padStart(26, '0')}"${rest}}`;
  const ours = Buffer.from(`${event('1')}\n${event('3')}\n`);
  const theirs = Buffer.from(`${event('1')}\n{"id":"00\n${event('2', ',"a":1')}`);
  const wanted = ['{"id":"00', event('1'), event('2', ',"a":1'), event('3')];
  expect(mergeSegments(ours, theirs).toString()).toBe(`${wanted.join('\n')}\n`);
});

test('two texts under one id are both kept', () => {
  const [one, other] = ['a', 'b'].map(x => Buffer.from(`{"id":"${'0'.repeat(26)}","x":"${x}"}\n`));
  expect(mergeSegments(other ?? Buffer.of(), one ?? Buffer.of()).toString()).toBe(`${one}${other}`);
});
