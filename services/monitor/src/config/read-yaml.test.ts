import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readYaml } from './read-yaml.ts';

const values = (text: string) => readYaml(text).documents.map(({ value }) => value);

describe('readYaml', () => {
  it('returns the value of any JSON value written as YAML or JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), value => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(values(JSON.stringify(value, null, 2))).toEqual([plain]);
        expect(values(stringify(plain))).toEqual([plain]);
      }),
    );
  });

  it('returns every document, null for an empty one', () => {
    expect(values('a: 1\n---\n---\n- b\n...\n')).toEqual([{ a: 1 }, null, ['b']]);
    expect(values('')).toEqual([]);
  });

  it('merges mappings and resolves aliases', () => {
    const text = 'base: &base { a: 1, b: 2 }\nlist: [*base]\nmerged:\n  <<: *base\n  b: 3\n';
    expect(values(text)).toEqual([
      { base: { a: 1, b: 2 }, list: [{ a: 1, b: 2 }], merged: { a: 1, b: 3 } },
    ]);
  });

  it('keeps __proto__ an own field', () => {
    const [value] = values(
      '__proto__: { polluted: true }\nm: { <<: { __proto__: { polluted: true } } }',
    );
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'm']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ['a: 1\nb: [\n', 3, 1, /flow/i],
    ['a: b: 2\n', 1, 4, /Nested mappings/],
    ['a: !secret x\n', 1, 4, /tag/],
    ['a: !!set { b, c }\n', 1, 4, /tag/],
    ['a: *nothing\n', 1, 4, /no anchor &nothing/],
    ['a: &a [*a]\n', 1, 8, /inside the value/],
    ['a: &a 1\nb: { <<: *a }\n', 2, 10, /only mappings/],
    ['? [a]\n: 1\n', 1, 3, /name of a field/],
    ['a: 1\n---\nb: "open\n', 4, 1, /quote/],
  ])('reports %j at line %i, column %i', (text, line, column, message) => {
    expect(readYaml(text).problems[0]).toEqual({
      path: expect.any(String),
      line,
      column,
      message: expect.stringMatching(message),
    });
  });

  it('reports a field given twice by its path, and still returns the document', () => {
    const { documents, problems } = readYaml('a:\n  - b: 1\n    c: 2\n    b: 3\n');
    expect(problems).toEqual([{ path: 'a[0].b', message: 'is given twice', line: 4, column: 5 }]);
    expect(documents).toHaveLength(1);
  });

  it('finds the line of a path, else of what is around it', () => {
    const text =
      'x: &x\n  deep: [1,\n    2]\n---\nbase: &b\n  a: 1\nlist:\n  - <<: *b\n    "b c": *b\n  - 1\n';
    const [first, second] = readYaml(text).documents;
    expect(first?.lineOf('x.deep[1]')).toBe(3);
    expect(first?.lineOf('x.missing.deeper')).toBe(1);
    const lines = [
      '',
      'list[0]',
      'list[0].a',
      'list[0]["b c"]',
      'list[0]["b c"].a',
      'list[1]',
      'list[9]',
    ];
    expect(lines.map(path => second?.lineOf(path))).toEqual([5, 8, 6, 9, 6, 10, 7]);
  });
});

describe('a text made to exhaust its reader', () => {
  const bomb = (open: string, close: string, join: string) =>
    Array.from({ length: 12 }, (_, level) => {
      const inside =
        level === 0
          ? 'x'
          : Array(10)
              .fill(`*a${level - 1}`)
              .join(', ');
      return `${level === 0 ? '' : join}a${level}: &a${level} ${level === 0 ? '{ k: x }' : `${open}${inside}${close}`}\n`;
    }).join('');

  it.each([
    ['aliases of aliases', bomb('[', ']', ''), /aliases stand for more than/],
    ['merges of merges', bomb('{ <<: [', '] }', ''), /aliases stand for more than/],
    ['many aliases', `a: &a 1\nb:\n${'- *a\n'.repeat(20_000)}`, /more than 10000 aliases/],
    [
      'a chain of aliases',
      `a0: &a0 []\n${Array.from({ length: 500 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}]\n`).join('')}`,
      /levels deep/,
    ],
    ['nested lists', '['.repeat(1_000_000), /levels deep/],
    ['nested block lists', '- '.repeat(1_000_000), /levels deep/],
    ['nested explicit keys', '? '.repeat(1_000_000), /levels deep/],
    [
      'nested mappings',
      Array.from({ length: 400 }, (_, n) => `${' '.repeat(n)}a:\n`).join(''),
      /levels deep/,
    ],
    [
      'mappings nested past the stack',
      Array.from({ length: 4000 }, (_, n) => `${' '.repeat(n)}a:\n`).join(''),
      /levels deep/,
    ],
    ['very many documents', '---\n'.repeat(1_000_000), /too many documents/],
    ['millions of values', `[${'1,'.repeat(5_000_000)}1]`, /too many values/],
  ])('is refused: %s', (_, text, message) => {
    const { documents, problems } = readYaml(text);
    expect(documents).toEqual([]);
    expect(problems).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(message),
        line: expect.any(Number),
      }),
    ]);
  });

  it('is read in linear time where it has a mapping with very many fields', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `k${index}: 1\n`).join('');
    expect(Object.keys(values(text)[0] ?? {})).toHaveLength(50_000);
  });

  it('reports a bounded number of mistakes', () => {
    expect(readYaml('- ]\n'.repeat(5_000)).problems.length).toBeLessThanOrEqual(20);
    expect(readYaml('a: 1\n'.repeat(5_000)).problems.length).toBeLessThanOrEqual(1000);
  });
});
