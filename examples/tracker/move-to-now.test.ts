import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { moveToNow } from './move-to-now.ts';

const board = readFileSync(new URL('board.json', import.meta.url), 'utf8');

test.each(['2027-03-01T12:00:00.000Z', '2026-01-02T00:00:00.000Z'])(
  'the board was last changed within the day before %s',
  now => {
    const changes = timesOf(moveToNow(board, new Date(now)), 'updatedAt');
    const age = Date.parse(now) - Math.max(...changes);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(86_400_000);
  },
);

test('all times keep their distances and their time of day', () => {
  const moved = moveToNow(board, new Date('2027-03-01T12:00:00Z'));
  for (const name of ['createdAt', 'statusChangedAt', 'targetFinishAt']) {
    const distances = timesOf(moved, name).map(
      (time, index) => time - (timesOf(board, name)[index] ?? 0),
    );
    expect(new Set(distances).size).toBe(1);
    expect((distances[0] ?? 1) % 86_400_000).toBe(0);
  }
});

function timesOf(text: string, name: string): number[] {
  return [...text.matchAll(new RegExp(`"${name}": "([^"]+)"`, 'g'))].map(([, time = '']) =>
    Date.parse(time),
  );
}
