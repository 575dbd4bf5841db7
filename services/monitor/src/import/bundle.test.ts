import { describe, expect, test } from 'vitest';
import { bundled } from './bundle.ts';
import type { Draft } from './draft.ts';

/** `draft('b', 'a')` reads the response of a. */
function draft(source: string, ...after: readonly string[]): Draft {
  return {
    source,
    name: source,
    folders: [],
    method: 'GET',
    url: ['http://echo.test/'],
    headers: [],
    after,
    findings: [],
  };
}

function incomplete(each: Draft): Draft {
  return { ...each, findings: [{ fate: 'incomplete', source: each.source, message: 'a file' }] };
}

function sourcesOf(drafts: readonly Draft[]): string[] {
  return bundled(drafts).bundles.map(bundle => bundle.map(({ source }) => source).join(' '));
}

describe('requests of one probe', () => {
  test.each<[Draft[], string[]]>([
    [
      [draft('a'), draft('b')],
      ['a', 'b'],
    ],
    [[draft('b', 'a'), draft('a')], ['a b']],
    [
      [draft('login'), draft('b', 'login'), draft('other'), draft('c', 'login')],
      ['login b c', 'other'],
    ],
    [[draft('a'), draft('b', 'a'), draft('c', 'b', 'a')], ['a b c']],
    [
      [draft('a'), incomplete(draft('b', 'a')), draft('c', 'a')],
      ['a b', 'a c'],
    ],
  ])('%#', (drafts, bundles) => {
    expect(sourcesOf(drafts)).toEqual(bundles);
  });

  test('are at most 32, those they read before them again', () => {
    const readers = Array.from({ length: 40 }, (_, index) => draft(`r${index}`, 'login'));
    const { bundles, findings } = bundled([draft('login'), ...readers]);
    expect(bundles.map(({ length }) => length)).toEqual([32, 10]);
    expect(bundles.map(([first]) => first?.source)).toEqual(['login', 'login']);
    expect(findings).toEqual([]);
  });
});

describe('what can be no probe is told', () => {
  test.each<[Draft[], string[], RegExp]>([
    [
      [draft('a', 'b'), draft('b', 'a'), draft('c')],
      ['a', 'b'],
      /"[ab]" reads the response of "[ab]", which reads that of "[ab]": none can be sent first/,
    ],
    [[draft('a', 'a')], ['a'], /"a" reads its own response, which is not there before/],
    [[draft('a', 'gone')], ['a'], /response of gone, which is left out/],
    [
      Array.from({ length: 33 }, (_, n) => (n === 0 ? draft('d0') : draft(`d${n}`, `d${n - 1}`))),
      ['d32'],
      /more than 31 others/,
    ],
  ])('%#', (drafts, sources, message) => {
    const { findings } = bundled(drafts);
    expect(findings.map(({ source }) => source)).toEqual(sources);
    for (const finding of findings) expect(finding.message).toMatch(message);
  });

  test('in time that grows with their number, however long the chain', () => {
    const chain = Array.from({ length: 10_000 }, (_, n) =>
      n === 0 ? draft('d0') : draft(`d${n}`, `d${n - 1}`),
    );
    expect(bundled(chain).findings).toHaveLength(10_000 - 32);
  });
});
