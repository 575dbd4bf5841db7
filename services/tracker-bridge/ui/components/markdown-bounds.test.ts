import { expect, test } from 'vitest';
import { isTooIntricate } from './markdown-bounds.ts';

const longest = 65_536;
const filled = (part: string): string =>
  part.repeat(Math.ceil(longest / part.length)).slice(0, longest);
const staircase = Array.from({ length: 350 }, (_, level) => `${' '.repeat(level)}- a`).join('\n');

test.each([
  filled('>'),
  filled('> '),
  filled('- '),
  filled('1. '),
  filled('['),
  filled('!['),
  filled('[a]('),
  filled('*a **b '),
  filled('_a '),
  filled('<'),
  filled('a@'),
  filled('`a'),
  filled('> [[\n'),
  staircase,
])('holds up the page: %.12s', text => {
  expect(isTooIntricate(text)).toBe(true);
});

test.each([
  filled('a'),
  filled('The **ledger** rounds [down](https://example.org) with `code`.\n\n'),
  filled('- [ ] a task with `code`\n'),
  filled('| a | b |\n'),
  '> > quoted twice\n\n    code\n\n- a\n  - b\n    - c',
  `${' '.repeat(200)}far to the right`,
  '',
])('is read as Markdown: %.12s', text => {
  expect(isTooIntricate(text)).toBe(false);
});
