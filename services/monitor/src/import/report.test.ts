import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import type { Fate } from './finding.ts';
import { importProbes } from './import-probes.ts';
import { reportAsText } from './report.ts';

function draft(name: string, ...fates: readonly Fate[]): Draft {
  return {
    source: `item[${name}]`,
    name,
    folders: [],
    method: 'GET',
    url: ['http://echo.test/'],
    headers: [{ name: 'Authorization', value: ['Bearer t0k3n'] }],
    findings: fates.map(fate => ({ fate, source: `item[${name}]`, message: `is ${fate}` })),
  };
}

test('what is incomplete comes first, the values to set last', () => {
  const drafts = [draft('a', 'carried'), draft('b', 'changed', 'incomplete'), draft('c')];
  const imported = importProbes({ name: 'Shop', drafts, findings: [] });
  expect(reportAsText(imported, new PassThrough()).split('\n')).toEqual([
    '3 requests: 3 probes (1 suspended); 1 carried, 1 changed, 0 left out, 1 incomplete',
    'b (item[b])',
    '  incomplete  item[b]: is incomplete',
    '  changed     item[b]: is changed',
    'a (item[a])',
    '  carried     item[a]: is carried',
    'values to set',
    '  AUTHORIZATION: a secret, of a (item[a]) and 2 more',
    '',
  ]);
});
