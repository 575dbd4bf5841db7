import { globSync, readFileSync } from 'node:fs';
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { docsFolder } from './pages.ts';

const examples = new URL('../../../../examples/', import.meta.url);
const files = globSync('{*,config-file/*}.yaml', { cwd: examples }).sort();
const published = 'schema/picket.schema.json';
const schema = Compile(JSON.parse(readFileSync(new URL(published, docsFolder), 'utf8')));

describe('the published schema', () => {
  test.each(files)('takes every document of examples/%s', file => {
    const documents = parseAllDocuments(readFileSync(new URL(file, examples), 'utf8'));
    expect(documents.length).toBeGreaterThan(0);
    for (const document of documents) {
      const value: unknown = document.toJS();
      expect(schema.Errors(value)[1], file).toEqual([]);
    }
  });

  test.each([
    ['a misspelt field', { probes: [{ id: 'a', name: 'a', request: [] }] }],
    ['a probe without a name', { probes: [{ id: 'a' }] }],
    ['an interval of text', { probes: [{ id: 'a', name: 'a', interval: '10s' }] }],
    ['an unknown type of channel', { notifications: [{ id: 'a', type: 'pigeon' }] }],
    ['a list instead of a file', [{ id: 'a', name: 'a' }]],
    [
      'a resource with a misspelt field',
      {
        apiVersion: 'picket.dev/v1',
        kind: 'Probe',
        metadata: { name: 'a' },
        spec: { requets: [] },
      },
    ],
  ])('refuses %s', (_, value) => {
    expect(schema.Check(value)).toBe(false);
  });

  test('lets other resources stand beside', () => {
    expect(schema.Check({ apiVersion: 'v1', kind: 'Secret', stringData: { A: 'b' } })).toBe(true);
  });
});

test.each(files)('the first line of examples/%s leads editors to it', file => {
  const [first = ''] = readFileSync(new URL(file, examples), 'utf8').split('\n');
  const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first) ?? [];
  expect(new URL(path, new URL(file, examples)).href).toBe(new URL(published, docsFolder).href);
});
