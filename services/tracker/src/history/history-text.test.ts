import { expect, test } from 'vitest';
import type { HistoryItem } from './history-item.ts';
import { historyText } from './history-text.ts';

const item: HistoryItem = {
  event: '01K0000000000000000000000A',
  at: '2026-11-21T12:00:00.000Z',
  by: 'Ann',
  op: 'edit',
  type: 'ticket',
  record: '01K0000000000000000000000B',
  number: 7,
  title: 'Basket',
  changes: [],
};
const style = { colour: false, width: undefined };

function bodyText(after: string): string {
  const changes = [{ field: 'body', before: null, after }];
  return historyText({ ...item, changes }, style)
    .split('\n')
    .slice(1)
    .join('\n')
    .trim();
}

test('a text of many lines is told on one', () => {
  expect(bodyText(' one\r\n\n  two \n')).toBe('body: one ⏎ two');
  expect(bodyText('')).toBe('body: (none)');
});

test('texts of little but blanks are told at once', () => {
  for (let times = 0; times < 20; times += 1) {
    expect(bodyText(`x${' '.repeat(60_000)}y`)).toMatch(/^body: x/);
  }
});
