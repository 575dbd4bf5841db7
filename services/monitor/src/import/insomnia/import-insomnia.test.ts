import { describe, expect, it } from 'vitest';
import type { Imported, Text } from '../draft.ts';
import { ImportError } from '../import-error.ts';
import { importInsomnia } from './import-insomnia.ts';

function imported(text: string, variables: Readonly<Record<string, string>> = {}): Imported {
  return importInsomnia({
    text,
    variables: new Map(Object.entries(variables)),
    withAssets: false,
  });
}

function refusal(text: string): ImportError {
  try {
    imported(text);
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
  throw new Error('it was imported');
}

/** An export with one request and a base environment. */
function exported(request: object, data: object = {}, more: readonly object[] = []): string {
  return JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'W' },
      { _id: 'env_1', _type: 'environment', parentId: 'wrk_1', name: 'Base', data },
      { _id: 'req_1', _type: 'request', parentId: 'wrk_1', name: 'R', method: 'GET', ...request },
      ...more,
    ],
  });
}

function urlOf(url: string, data: object = {}, variables: Readonly<Record<string, string>> = {}) {
  return imported(exported({ url }, data, []), variables).drafts[0]?.url;
}

const secret = (name: string, value: string): Text => [
  'http://h/',
  { kind: 'value', name, value, isSecret: true },
];

describe('a file that is no export of version 4', () => {
  it.each([
    ['', 'is no export of Insomnia'],
    ['[]', 'is no export of Insomnia'],
    ['{"info":{},"item":[]}', 'a Postman collection'],
    ['{"log":{"entries":[]}}', 'a HAR file'],
    ['type: collection.insomnia.rest/5.0\nname: x\n', 'version 5 or later'],
    ['openapi: 3.1.0\n', 'an OpenAPI document'],
    ['_type: export\n__export_format: 3\nresources: []\n', 'is 3, but only version 4'],
    ['_type: export\n__export_format: four\nresources: []\n', 'is no number'],
    ['{"_type":"export","__export_format":4}', 'resources: must be a list'],
    [
      '{"_type":"export","__export_format":4,"resources":[{"_id"',
      'is no JSON: line 1 cannot be read',
    ],
    ['_type: export\n__export_format: 4\nresources: [{ _id: a\n', 'line 4'],
    ['_type: export\n---\n_type: export\n', 'more than one YAML document'],
    ['a: !!set { x }\n', 'line 1: Unresolved tag'],
    ['a: *nowhere\n', 'there is no anchor &nowhere'],
  ])('%j is refused: %s', (text, message) => {
    expect(refusal(text).message).toContain(message);
  });

  it('says how to get one', () => {
    expect(refusal('type: collection.insomnia.rest/5.0\n').message).toContain('Insomnia v4 (JSON)');
  });

  it('quotes nothing of a file that cannot be read', () => {
    const text = '_type: export\nresources:\n  - { token: a }b "very secret text" c\n';
    expect(refusal(text).message).not.toMatch(/very|secret/);
  });

  it('tells all that is wrong at once, each at its place', () => {
    const text = exported({
      url: ['http://h/'],
      headers: [{ name: 'a', value: {} }, 'b'],
      body: { params: {} },
      settingEncodeUrl: 'yes',
      metaSortKey: 'first',
    });
    expect(
      refusal(text)
        .problems.map(({ path, message }) => `${path} ${message}`)
        .sort(),
    ).toEqual([
      'resources[2].body.params must be a list',
      'resources[2].headers[0].value must be text',
      'resources[2].headers[1] must be a mapping',
      'resources[2].metaSortKey must be a number',
      'resources[2].settingEncodeUrl must be true or false',
      'resources[2].url must be text',
    ]);
  });
});

describe('variables', () => {
  it('are those of --variables before those of the file', () => {
    expect(
      urlOf(
        '{{ _.base }}/{{ page.size }}',
        { base: 'http://a', page: { size: 1 } },
        { base: 'http://b', 'page.size': '2' },
      ),
    ).toEqual(['http://b/2']);
  });

  it('that are named like credentials, or said to be secret, are references', () => {
    expect(urlOf('http://h/{{ _.auth.token }}', { auth: { token: 'abc' } })).toEqual(
      secret('auth.token', 'abc'),
    );
    const { drafts } = importInsomnia({
      text: exported({ url: 'http://h/{{ pin }}' }),
      variables: new Map([['pin', '1234']]),
      secretVariables: new Set(['pin']),
      withAssets: false,
    });
    expect(drafts[0]?.url).toEqual(secret('pin', '1234'));
  });

  it('without a value are told once, and left to be given', () => {
    const { drafts, findings } = imported(exported({ url: 'http://h/{{ a }}/{{ _.a }}' }));
    const reference = { kind: 'value', name: 'a', isSecret: false };
    expect(drafts[0]?.url).toEqual(['http://h/', reference, '/', reference]);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the variable "a" has no value'),
    ]);
  });

  it('are own properties alone', () => {
    const names = ['__proto__', 'constructor', 'toString', 'a.__proto__', "a['constructor'].name"];
    for (const name of names) {
      const [, part] = urlOf(`http://h/{{ ${name} }}`, { a: {} }) ?? [];
      expect(part).toMatchObject({ kind: 'value', isSecret: false });
      expect(part).not.toHaveProperty('value');
    }
    const polluted = exported({ url: 'http://h/' }).replace(
      '"data":{}',
      '"data":{"__proto__":{"x":"y"}}',
    );
    expect(imported(polluted).drafts).toHaveLength(1);
    expect({}).not.toHaveProperty('x');
  });

  it('whose secret value is encoded in a url are given encoded', () => {
    expect(urlOf('http://h/{{ token }}', { token: 'a b' })).toEqual(
      secret('token_encoded', 'a%20b'),
    );
  });
});

describe('order', () => {
  it('is by sort key, folders and requests together', () => {
    const more = [
      { _id: 'fld_1', _type: 'request_group', parentId: 'wrk_1', name: 'F', metaSortKey: -5 },
      { _id: 'req_2', _type: 'request', parentId: 'fld_1', name: 'in', url: 'h', metaSortKey: 9 },
      {
        _id: 'req_3',
        _type: 'request',
        parentId: 'wrk_1',
        name: 'first',
        url: 'h',
        metaSortKey: -9,
      },
    ];
    const { drafts } = imported(exported({ url: 'h' }, {}, more));
    expect(drafts.map(({ name }) => name)).toEqual(['first', 'in', 'R']);
  });
});
