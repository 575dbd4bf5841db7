import { expect, test } from 'vitest';
import { readHistory, storeHistory, withLine } from './history.ts';

const none: readonly string[] = [];

function storage(initial?: string) {
  const held = new Map<string, string>(
    initial === undefined ? [] : [['tracker-cli-history', initial]],
  );
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  };
}

test('lines come back, each once, the last one last', () => {
  const kept = storage();
  storeHistory(kept, ['doctor', 'sync', 'doctor'].reduce(withLine, none));
  expect(readHistory(kept)).toEqual(['sync', 'doctor']);
});

test('it is bounded, and leaves out what is too long', () => {
  const lines = Array.from({ length: 250 }, (_, index) => `ticket read --id=${index}`);
  const history = [...lines, 'x'.repeat(3_000)].reduce(withLine, none);
  expect(history).toHaveLength(100);
  expect(history.at(-1)).toBe('ticket read --id=249');
});

test('what is no history is none, and a storage that refuses costs nothing', () => {
  expect(readHistory(storage('{'))).toEqual([]);
  expect(readHistory(storage('{"a":1}'))).toEqual([]);
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => storeHistory(full, ['doctor'])).not.toThrow();
});
