import { describe, expect, it } from 'vitest';
import type { Imported } from '../draft.ts';
import { ImportError } from '../import-error.ts';
import { importInsomnia } from './import-insomnia.ts';

/** What importing gives: drafts or problems, nothing else. */
function outcome(text: string): Imported | ImportError {
  try {
    return importInsomnia({ text, variables: new Map(), withAssets: false });
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
}

function refusal(text: string): string {
  const found = outcome(text);
  return found instanceof ImportError ? found.message : 'imported';
}

const workspace = { _id: 'w', _type: 'workspace', parentId: null, name: 'W' };
const request = (more: object) => ({
  _id: 'r',
  _type: 'request',
  parentId: 'w',
  name: 'R',
  ...more,
});

function exported(...resources: readonly object[]): string {
  return JSON.stringify({ _type: 'export', __export_format: 4, resources });
}

function environment(data: object): object {
  return { _id: 'e', _type: 'environment', parentId: 'w', name: 'Base', data };
}

/** Variables each of which holds the next one twice. */
function doubling(innermost: string): object {
  const names = Array.from({ length: 45 }, (_, index) => index);
  return Object.fromEntries(
    names.map(index => [
      `v${index}`,
      index === 0 ? innermost : `{{ v${index - 1} }}{{ v${index - 1} }}`,
    ]),
  );
}

it('more requests than can be imported are refused before they are read', () => {
  const many = Array.from({ length: 10_001 }, (_, n) => request({ _id: `r${n}` }));
  const text = exported(workspace, environment(doubling('x')), ...many);
  expect(refusal(text)).toBe('holds 10001 requests, at most 10000 can be imported at once');
});

describe('a file that would grow without end', () => {
  it.each([
    ['of text', 'x'.repeat(100)],
    ['of references', "{% uuid 'v4' %}"],
    ['of variables without a value', '{{ nowhere }}'],
  ])('through templates %s is refused', (_, innermost) => {
    const text = exported(
      workspace,
      environment(doubling(innermost)),
      request({ url: '{{ v44 }}' }),
    );
    expect(refusal(text)).toMatch('its templates stand for too much text');
  });

  it('through templates of nothing is nothing', () => {
    const text = exported(workspace, environment(doubling('')), request({ url: 'h/{{ v44 }}' }));
    expect(outcome(text)).toMatchObject({ drafts: [{ url: ['http://h/'] }] });
  });

  it('through folders that double a variable is refused', () => {
    const folders = Array.from({ length: 90 }, (_, index) => ({
      _id: `f${index}`,
      _type: 'request_group',
      parentId: index === 0 ? 'w' : `f${index - 1}`,
      name: 'F',
      environment: { a: '{{ a }}{{ a }}' },
    }));
    const text = exported(
      workspace,
      environment({ a: 'ten letters' }),
      ...folders,
      request({ parentId: 'f89', url: '{{ a }}' }),
    );
    expect(refusal(text)).toMatch('its templates stand for too much text');
  });

  it('through headers that folders hand down is refused', () => {
    const headers = Array.from({ length: 2000 }, (_, index) => ({ name: `h${index}`, value: 'v' }));
    const folder = { _id: 'f', _type: 'request_group', parentId: 'w', name: 'F', headers };
    const requests = Array.from({ length: 2000 }, () => request({ parentId: 'f', url: 'h' }));
    expect(refusal(exported(workspace, folder, ...requests))).toMatch('too much text');
  });

  it('through aliases of YAML is refused', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let index = 1; index < 9; index++) {
      const aliases = Array.from({ length: 10 }, () => `*a${index - 1}`).join(', ');
      lines.push(`a${index}: &a${index} [${aliases}]`);
    }
    expect(refusal(lines.join('\n'))).toMatch('aliases stand for more than');
  });
});

describe('a file that is too deep or too long', () => {
  it('is refused where folders are in more than 100 others', () => {
    const folders = Array.from({ length: 5000 }, (_, index) => ({
      _id: `f${index}`,
      _type: 'request_group',
      parentId: index === 0 ? 'w' : `f${index - 1}`,
      name: 'F',
    }));
    expect(refusal(exported(workspace, ...folders))).toBe(
      'resources[101]: is in more than 100 folders',
    );
  });

  it.each([
    ['JSON', `{"_type":${'['.repeat(100_000)}`],
    ['YAML', `_type: ${'['.repeat(100_000)}`],
    [
      'YAML by indentation',
      Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    ],
  ])('is refused as deep %s', (_, text) => {
    expect(refusal(text)).toMatch('nested more than');
  });

  it('is refused as YAML of 60 MB before it is read', () => {
    const text = '_type: export\n__export_format: 4\nresources:\n'.padEnd(
      60_000_000,
      '  - { _id: a }\n',
    );
    expect(refusal(text)).toBe('is YAML of more than 16 MiB (export it as JSON)');
  });

  it('is read as JSON of 40 MB', () => {
    const text = 'ä'.repeat(400_000);
    const requests = Array.from({ length: 100 }, () =>
      request({ method: 'POST', url: 'h', body: { mimeType: 'text/plain', text } }),
    );
    expect(outcome(exported(workspace, ...requests))).toMatchObject({ findings: [] });
  });

  it.each([
    ['open braces', `}}${'{{'.repeat(500_000)}`],
    ['open tags', `${'{% raw %}'.repeat(100_000)}%}`],
    ['a long string', `{% base64 'encode', 'normal', '${'x\\y'.repeat(500_000)}' %}`],
    ['filters', `{{ a ${'| upper '.repeat(200_000)}}}`],
    ['arguments', `{% x ${'1,'.repeat(500_000)}1 %}`],
    ['spaces', `{{ a }}{%${' '.repeat(500_000)}%}`],
    ['pieces', '{{ a }}'.repeat(100_000)],
  ])('is read with a body of many %s', (_, text) => {
    const found = outcome(
      exported(
        workspace,
        environment({ a: 'b' }),
        request({ method: 'POST', url: 'h', body: { text } }),
      ),
    );
    expect(found).toMatchObject({ drafts: [{ method: 'POST' }] });
  });

  it.each([
    ['parameters', `h/?${'a=%&'.repeat(300_000)}`],
    ['escapes', `h/${'%41%'.repeat(300_000)}`],
    ['path parameters', `h${'/:a'.repeat(300_000)}`],
  ])('is read with a url of many %s', (_, url) => {
    expect(outcome(exported(workspace, request({ url })))).toMatchObject({ drafts: [{}] });
  });
});
