import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { code, fenced, oneLine } from './foreign-text.ts';

/** Texts of what ends a fence or a span, begins a block, cannot be seen, or turns text round. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom('`', '```', '~', '~~~~', '\n', '\r', '\r\n', '# ', '    ', '> ', '- ', '\t'),
      fc.constantFrom('\0', '\u001b[31m', '\u202e', '\u2028', '\u200b', '\ud800', 'a', ' ', '<b>'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 60 },
  )
  .map(parts => parts.join(''));

/** As CommonMark reads it: the lines of the blocks, and what stands outside of them. */
function readFences(markdown: string) {
  const blocks: string[][] = [];
  const outside: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const [, marks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const rest = line.trimStart().slice(marks.length);
    if (fence === undefined) {
      if (marks === '' || (marks.startsWith('`') && rest.includes('`'))) outside.push(line);
      else {
        fence = marks;
        blocks.push([]);
      }
    } else if (marks.startsWith(fence) && rest.trim() === '') fence = undefined;
    else blocks.at(-1)?.push(line);
  }
  return { blocks, outside, isOpen: fence !== undefined };
}

describe('a fence', () => {
  test('is ended by nothing that stands in it', () => {
    fc.assert(
      fc.property(nasty, text => {
        const { blocks, outside, isOpen } = readFences(`before\n${fenced(text, 1000)}\nafter`);
        expect([outside, blocks.length, isOpen]).toEqual([['before', 'after'], 1, false]);
      }),
    );
  });

  test('shows text as it is, to its longest', () => {
    expect(fenced('a\r\n  "b": ``` é 漢\tc\n', 100)).toBe('~~~text\na\n  "b": ``` é 漢\tc\n~~~');
    expect(fenced('abcdef', 3)).toBe('```text\nabc…\n```');
  });

  test('grows little with what it has to hold', () => {
    for (const text of ['`'.repeat(5000), '`~'.repeat(2500), '`'.repeat(2500) + '~'.repeat(2500)])
      expect(fenced(text, 5000).length).toBeLessThan(10_100);
  });
});

test('a span of code is one line, and is ended by nothing that stands in it', () => {
  fc.assert(
    fc.property(nasty, text => {
      const span = code(text, 100);
      expect(span).not.toMatch(/[\n\r\u2028]/);
      const [fence = ''] = /^`+/.exec(span) ?? [];
      const inside = span.slice(fence.length, -fence.length);
      expect(span.endsWith(fence)).toBe(true);
      expect(inside.match(/`+/g) ?? []).not.toContain(fence);
      if (inside !== '') expect(inside).toMatch(/^[^`].*[^`]$|^[^`]$/s);
    }),
  );
});

test('nothing that cannot be seen comes through', () => {
  fc.assert(
    fc.property(nasty, text => {
      for (const shown of [fenced(text, 100), code(text, 100), oneLine(text, 100)])
        expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});
