import { type TSchema, Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createRequestValidator, type RequestValidator } from '../request-validator.ts';
import { successResponse } from '../response.ts';
import { createRouteHandler } from './create-route-handler.ts';

const origin = 'http://localhost';

/** What the handler gets, or the status and message of a refusal. */
async function validate(
  path: string,
  validator: RequestValidator,
  url: string,
  init: RequestInit = {},
): Promise<unknown> {
  const handle = createRouteHandler('POST', path, {
    requestValidator: createRequestValidator(validator),
    responseValidator: Type.Unknown(),
    handler: async input => successResponse(200, input),
  });
  const response = await handle(new Request(origin + url, { method: 'POST', ...init }));
  const body = JSON.parse(await response.text());
  return response.status === 200 ? body : `${response.status} ${body.message}`;
}

const optional = (schema: TSchema) => Type.Optional(schema);

describe('searchParams', () => {
  const searchParams = Type.Object({
    page: optional(Type.Integer({ minimum: 1 })),
    ratio: optional(Type.Number()),
    on: optional(Type.Boolean()),
    name: optional(Type.String()),
    tags: optional(Type.Array(Type.String())),
    ids: optional(Type.Array(Type.Integer())),
  });

  test.each<[string, object]>([
    ['', {}],
    ['?', {}],
    ['?page=2', { page: 2 }],
    ['?ratio=-1.5e3', { ratio: -1500 }],
    ['?on=false', { on: false }],
    ['?name=2', { name: '2' }],
    ['?name=', { name: '' }],
    ['?name', { name: '' }],
    ['?name=a+b%20c%2B', { name: 'a b c+' }],
    ['?name=%zz', { name: '%zz' }],
    ['?tags=a', { tags: ['a'] }],
    ['?tags=a&tags=b', { tags: ['a', 'b'] }],
    ['?tags=a,b', { tags: ['a,b'] }],
    ['?ids=1&page=3&ids=2', { ids: [1, 2], page: 3 }],
    ['?page=1#?page=2', { page: 1 }],
  ])('%s is %j', async (query, expected) => {
    const validated = await validate('/', { searchParams }, `/${query}`);
    expect(validated).toEqual({ searchParams: expected, body: {} });
  });

  test.each([
    ['?page=1&page=2', 'searchParams/page'],
    ['?name=a&name=b', 'searchParams/name must be string'],
    ['?page=', 'searchParams/page must be integer'],
    ['?page=1.9', 'searchParams/page must be integer'],
    ['?page=1e999', 'searchParams/page must be integer'],
    ['?ratio=1e999', 'searchParams/ratio must be number'],
    ['?ratio=', 'searchParams/ratio must be number'],
    ['?page=0', 'searchParams/page must be >= 1'],
    ['?on=1', 'searchParams/on must be boolean'],
    ['?ids=1&ids=a', 'searchParams/ids/1 must be integer'],
  ])('%s is refused', async (query, message) => {
    const refused = await validate('/', { searchParams }, `/${query}`);
    expect(refused).toContain(`400 ${message}`);
  });

  test.each(['?__proto__=1', '?a=1&__proto__=2', '?%5f_proto__[a]=1&__proto__'])(
    '%s is a bad request',
    async query => {
      expect(await validate('/', { searchParams }, `/${query}`)).toBe('400 Bad Request');
    },
  );

  test('that nobody validates are not read', async () => {
    expect(await validate('/', {}, '/?__proto__=1')).toEqual({ body: {} });
  });
});

describe('params', () => {
  const params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 99 }) });

  test('are coerced and bounded', async () => {
    expect(await validate('/[id]', { params }, '/42')).toEqual({ params: { id: 42 }, body: {} });
    expect(await validate('/[id]', { params }, '/100')).toBe('400 params/id must be <= 99');
  });

  test.each(['/1.9', '/1e999', '/0x10', '/%201', '/1_0', '/abc', '/9007199254740993'])(
    '%s is no integer',
    async url => {
      expect(await validate('/[id]', { params }, url)).toBe('400 params/id must be integer');
    },
  );
});

describe('headers', () => {
  const headers = Type.Object({ 'x-api-key': Type.Literal('secret-1') });

  test('are found by their names in lower case', async () => {
    const init = { headers: { 'X-API-Key': 'secret-1' } };
    expect(await validate('/', { headers }, '/', init)).toMatchObject({
      headers: { 'x-api-key': 'secret-1' },
    });
  });

  test('that are missing are refused', async () => {
    expect(await validate('/', { headers }, '/')).toBe('400 headers/x-api-key is required');
  });

  test('that are wrong are refused without a word of what was wanted or sent', async () => {
    const init = { headers: { 'x-api-key': 'secret-2' } };
    expect(await validate('/', { headers }, '/', init)).toBe('400 headers/x-api-key is not valid');
  });

  test('that repeat are joined', async () => {
    const init = {
      headers: [
        ['x-tag', 'a'],
        ['X-Tag', 'b'],
      ] satisfies [string, string][],
    };
    const validator = { headers: Type.Object({ 'x-tag': Type.String() }) };
    expect(await validate('/', validator, '/', init)).toMatchObject({
      headers: { 'x-tag': 'a, b' },
    });
  });
});

describe('body', () => {
  const body = Type.Object({
    count: optional(Type.Integer()),
    tags: optional(Type.Array(Type.String())),
  });
  const json = (text: string) => ({ body: text, headers: { 'content-type': 'application/json' } });
  const form = new FormData();
  form.set('count', '3');
  form.set('tags', 'a');

  test.each<[string, RequestInit]>([
    ['JSON', json('{"count":3,"tags":["a"]}')],
    ['an URL-encoded form', { body: new URLSearchParams({ count: '3', tags: 'a' }) }],
    ['a multipart form', { body: form }],
  ])('of %s is the same object', async (_name, init) => {
    const validated = await validate('/', { body }, '/', init);
    expect(validated).toEqual({ body: { count: 3, tags: ['a'] } });
  });

  test.each([
    ['{"count":"3"}', 'body/count must be integer'],
    ['{"count":1.9}', 'body/count must be integer'],
    ['{"count":1e999}', 'body/count must be integer'],
    ['{"tags":"a"}', 'body/tags must be array'],
    ['[]', 'body must be object'],
    ['null', 'body must be object'],
  ])('JSON %s is not coerced', async (text, message) => {
    expect(await validate('/', { body }, '/', json(text))).toBe(`400 ${message}`);
  });

  test('a file reaches the handler as one', async () => {
    const upload = new FormData();
    upload.set('file', new File(['hello'], 'a.txt'));
    const handle = createRouteHandler('POST', '/', {
      requestValidator: createRequestValidator({ body: z.object({ file: z.instanceof(File) }) }),
      responseValidator: Type.Unknown(),
      handler: async input => successResponse(200, await input.body.file.text()),
    });
    const response = await handle(new Request(origin, { method: 'POST', body: upload }));
    expect(await response.json()).toBe('hello');
  });
});

describe('errors', () => {
  const a = Type.Object({ a: Type.Integer() });

  test('of all parts are told at once, in their order', async () => {
    const headers = { 'content-type': 'application/json', a: 'b' };
    const validator = { body: a, headers: a, searchParams: a, params: a };
    const init = { body: '{}', headers };
    expect(await validate('/[a]', validator, '/x?a=1&a=2', init)).toMatch(
      /^400 params\/a must be integer, searchParams\/a .+, headers\/a is not valid, body .+'a'$/,
    );
  });

  test('of more than eight tell how many more there are', async () => {
    const init = { body: '["","","","","","","","","","",""]' };
    const headers = { 'content-type': 'application/json' };
    const validator = { body: Type.Array(Type.Integer()) };
    const refused = await validate('/', validator, '/', { ...init, headers });
    expect(refused).toMatch(
      /^400 body\/0 must be integer, .+, body\/7 must be integer, and 3 more$/,
    );
  });

  test('never tell what was sent', async () => {
    const refused = await validate('/[a]', { params: a, searchParams: a }, '/hunter2?a=hunter2');
    expect(refused).not.toContain('hunter2');
  });
});

describe('Standard Schemas', () => {
  test('are coerced, validated and transformed', async () => {
    const validator = {
      params: z.object({ id: z.number().int() }),
      searchParams: z.object({ tags: z.array(z.string()) }),
      body: z.object({ at: z.iso.date().transform(text => new Date(text).getTime()) }),
    };
    const init = {
      body: '{"at":"1970-01-02"}',
      headers: { 'content-type': 'application/json' },
    };
    expect(await validate('/[id]', validator, '/1?tags=a', init)).toEqual({
      params: { id: 1 },
      searchParams: { tags: ['a'] },
      body: { at: 86_400_000 },
    });
  });

  test('may be asynchronous', async () => {
    const taken = z.object({ name: z.string().refine(async name => name !== 'ann', 'is taken') });
    expect(await validate('/', { searchParams: taken }, '/?name=bob')).toMatchObject({
      searchParams: { name: 'bob' },
    });
    expect(await validate('/', { searchParams: taken }, '/?name=ann')).toBe(
      '400 searchParams/name is taken',
    );
  });
});
