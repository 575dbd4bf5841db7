import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../fixtures/import/cases.ts';
import { isRecord } from '../../probe/record.ts';
import type { Imported } from '../draft.ts';
import { ImportError } from '../import-error.ts';
import { importProbes } from '../import-probes.ts';
import { importPostman } from './import-postman.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const importText = (text: string, variables: Readonly<Record<string, string>> = {}) =>
  importPostman({ text, variables: new Map(Object.entries(variables)), withAssets: false });

const importCollection = (collection: object, variables?: Readonly<Record<string, string>>) =>
  importText(JSON.stringify({ info: { name: 'Test', schema }, ...collection }), variables);

const requestOf = (request: object) => ({ item: [{ name: 'One', request }] });

/** What is wrong with a text, a problem a line. */
function mistakesIn(text: string): string {
  try {
    importText(text);
  } catch (error) {
    if (error instanceof ImportError) return error.message;
    throw error;
  }
  throw new Error('it was imported');
}

const mistakesInCollection = (collection: object) =>
  mistakesIn(JSON.stringify({ info: { name: 'Test', schema }, ...collection }));

describe('what is no collection of version 2', () => {
  test('a truncated file', () => {
    const whole = JSON.stringify({ info: { schema }, item: [] });
    expect(mistakesIn(whole.slice(0, -3))).toContain('is no JSON');
    expect(mistakesIn(' \n')).toBe('is empty');
  });

  test('version 1 asks for another export', () => {
    const v1 = { id: '1', name: 'Old', order: [], folders: [], requests: [] };
    expect(mistakesIn(JSON.stringify(v1))).toMatch(/format 1.*v2\.1/);
    const named = { info: { schema: schema.replace('v2.1.0', 'v1.0.0') }, requests: [] };
    expect(mistakesIn(JSON.stringify(named))).toMatch(/^info\.schema: is format 1\.0/);
  });

  test('an environment says where it belongs', () => {
    const environment = { name: 'Live', values: [], _postman_variable_scope: 'environment' };
    expect(mistakesIn(JSON.stringify(environment))).toMatch(/environment.*--variables/);
  });

  test.each([
    [{ log: { entries: [] } }, 'a HAR file'],
    [{ _type: 'export', resources: [] }, 'an Insomnia export'],
    [{ openapi: '3.1.0' }, 'an OpenAPI document'],
    [{ probes: [] }, 'a config file of Picket'],
  ])('another format is called by its name: %j', (file, name) => {
    expect(mistakesIn(JSON.stringify(file))).toContain(`is ${name}, not a Postman collection`);
  });

  test.each(['null', '5', '"text"', '[]', '{}', '{"collection":{}}'])('%s', text => {
    expect(mistakesIn(text)).toMatch(/Collection v2\.1/);
  });

  test('folders nested past any use', () => {
    const deep = `${'{"item":['.repeat(5000)}${']}'.repeat(5000)}`;
    expect(mistakesIn(`{"info":{"schema":"${schema}"},"item":[${deep}]}`)).toContain('levels deep');
  });
});

test('all that is wrong is told at once, each at its place', () => {
  const collection = {
    variable: 'x',
    item: [
      7,
      { item: { a: 1 } },
      { request: 4 },
      { request: { url: 5, header: 6, body: [], auth: 'basic' } },
      { request: {} },
      { request: { url: { host: 1 }, auth: { type: 9 } } },
    ],
  };
  expect(mistakesInCollection(collection).split('\n')).toEqual([
    'variable: must be a list, not a string',
    'item[0]: must be a request or a folder, not a number',
    'item[1].item: must be a list, not an object',
    'item[2].request: must be an object or a url, not a number',
    'item[3].request.auth: must be an object, not a string',
    'item[5].request.auth.type: must be a text, not a number',
    'item[3].request.header: must be a list of headers or a text, not a number',
    'item[3].request.url: must be a url, not a number',
    'item[3].request.body: must be an object, not a list',
    'item[4].request.url: is missing',
    'item[5].request.url.host: must be a list, not a number',
  ]);
});

describe('whatever stands in a file', () => {
  const readable = (text: string) => {
    let imported: Imported;
    try {
      imported = importText(text);
    } catch (error) {
      expect(error).toBeInstanceOf(ImportError);
      if (error instanceof ImportError) expect(error.problems.length).toBeGreaterThan(0);
      return;
    }
    // Drafts that no probe can send are told; nothing else may happen to them.
    importProbes(imported);
  };

  test('any JSON is imported or refused', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), value => readable(JSON.stringify(value))),
      { numRuns: 100 },
    );
  });

  test('so is any collection with any value in any place', () => {
    const files = casesOf('postman').map(name =>
      readFileSync(
        new URL(`../../../fixtures/import/postman/${name}/input.json`, import.meta.url),
        'utf8',
      ),
    );
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(
        '{{',
        '{{a}}',
        '}}',
        ':',
        '://',
        '@',
        '#?&=',
        '\ud800',
        '__proto__',
        '%',
        '\r\n',
      ),
    );
    const mutation = fc.tuple(fc.nat(), odd);
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (file, mutations) => {
          const changed = mutations.reduce<unknown>(
            (value, [place, other]) => withValueAt(value, place, other),
            JSON.parse(file),
          );
          readable(JSON.stringify(changed));
        },
      ),
      { numRuns: 120 },
    );
  });

  test('names of prototypes are names', () => {
    const text = JSON.stringify({
      info: { name: 'Test', schema },
      variable: [{ key: 'constructor', value: 'c' }],
      item: [
        {
          name: '__proto__',
          request: {
            method: 'POST',
            url: 'http://a.test/{{constructor}}/{{toString}}',
            body: {
              mode: 'urlencoded',
              urlencoded: [{ key: '__proto__', value: '{{__proto__}}' }],
            },
          },
        },
      ],
    }).replace('"method"', '"__proto__":{"method":"PUT"},"method"');
    const [draft] = importText(text).drafts;
    expect(draft?.method).toBe('POST');
    expect(draft?.url).toEqual([
      'http://a.test/c/',
      { kind: 'value', name: 'toString', isSecret: false },
    ]);
    expect(draft?.body).toEqual([
      '__proto__=',
      { kind: 'value', name: '__proto__', isSecret: false },
    ]);
  });
});

describe('bounds', () => {
  test('variables that grow without end are refused', () => {
    const variable = Array.from({ length: 19 }, (_, n) => ({
      key: `v${n}`,
      value: `{{v${n + 1}}}`.repeat(100),
    }));
    expect(mistakesInCollection({ variable, ...requestOf({ url: '{{v0}}' }) })).toMatch(
      /its variables and auths make more than \d+ characters/,
    );
  });

  test('secrets in secrets are worked out once', () => {
    const variable = Array.from({ length: 18 }, (_, n) => ({
      key: `v${n}`,
      type: 'secret',
      value: n === 17 ? 'x' : `{{v${n + 1}}}{{v${n + 1}}}`,
    }));
    const { drafts } = importCollection({ variable, ...requestOf({ url: 'http://{{v10}}' }) });
    expect(drafts[0]?.url).toEqual([
      'http://',
      { kind: 'value', name: 'v10', value: 'x'.repeat(128), isSecret: true },
    ]);
  });

  test('what folders hold counts with each request in them', () => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: 'x'.repeat(20_000) }] };
    const item = Array.from({ length: 2000 }, () => ({ request: 'http://a.test/' }));
    expect(mistakesInCollection({ auth, item })).toContain('variables and auths');
  });

  test('requests past the first 10 000 are told', () => {
    const item = Array.from({ length: 10_002 }, () => ({ request: 'http://a.test/' }));
    const { drafts, findings } = importCollection({ item });
    expect(drafts).toHaveLength(10_000);
    expect(findings).toEqual([
      expect.objectContaining({
        fate: 'left-out',
        message: expect.stringMatching(/^2 requests past/),
      }),
    ]);
  });
});

test('a url that is one variable may hold scheme, path and query', () => {
  const { drafts } = importCollection(requestOf({ url: '{{hook}}' }));
  expect(drafts[0]?.url).toEqual([{ kind: 'value', name: 'hook', isSecret: false }]);
  const known = importCollection(requestOf({ url: '{{hook}}' }), { hook: 'a.test/x y?z' });
  expect(known.drafts[0]?.url).toEqual(['http://a.test/x%20y?z']);
});

describe('secrets', () => {
  test('are those that the environment says are', () => {
    const imported = importPostman({
      text: JSON.stringify({ info: { schema }, ...requestOf({ url: 'http://a.test/{{plain}}' }) }),
      variables: new Map([['plain', 'hidden-1']]),
      secretVariables: new Set(['plain']),
      withAssets: false,
    });
    expect(imported.drafts[0]?.url).toEqual([
      'http://a.test/',
      { kind: 'value', name: 'plain', value: 'hidden-1', isSecret: true },
    ]);
  });

  test('of a proxy are encoded as its url wants them', () => {
    const proxy = {
      host: 'proxy.test',
      port: 3128,
      authenticate: true,
      username: 'ann',
      password: '{{proxyPassword}}',
    };
    const { drafts } = importCollection(requestOf({ url: 'http://a.test/', proxy }), {
      proxyPassword: 'a@b%41',
    });
    expect(drafts[0]?.proxyUrl).toEqual([
      'http://ann:',
      { kind: 'value', name: 'proxyPassword url', value: 'a%40b%2541', isSecret: true },
      '@proxy.test:3128',
    ]);
  });

  test('without a known value are told once', () => {
    const item = [1, 2].map(() => ({
      request: { url: 'http://a.test/', header: [{ key: 'X-Key', value: '{{api_key}}' }] },
    }));
    const { drafts, findings } = importCollection({ item });
    expect(drafts[1]?.headers[0]?.value).toEqual([
      { kind: 'value', name: 'api_key', isSecret: true },
    ]);
    expect(findings).toHaveLength(1);
  });
});

/** The value with another one in one of its places, which are counted through all of it. */
function withValueAt(value: unknown, place: number, other: unknown): unknown {
  let left = place % (placesIn(value) + 1);
  const change = (each: unknown): unknown => {
    if (left-- === 0) return other;
    if (Array.isArray(each)) return each.map(change);
    if (!isRecord(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, change(member)]));
  };
  return change(value);
}

function placesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + 1 + placesIn(each), 0);
}
