import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Malformed } from '../../malformed.ts';
import { parseBody } from './parse-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (contentType: string | undefined, body: string | Uint8Array) =>
  parseBody(contentType, typeof body === 'string' ? bytes(body) : body);

const boundary = 'multipart/form-data; boundary=b';
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test.each([
  ['application/json', '{"a":"1"}', { value: { a: '1' }, from: 'json' }],
  ['Application/JSON ; Charset=UTF-8', '[1]', { value: [1], from: 'json' }],
  ['application/merge-patch+json', 'null', { value: null, from: 'json' }],
  ['application/vnd.api+json; version=1', '"a"', { value: 'a', from: 'json' }],
  ['application/json', '\uFEFF{}', { value: {}, from: 'json' }],
  ['application/json', '{"constructor":1}', { value: { constructor: 1 }, from: 'json' }],
  ['application/json', '{"a":"__proto__"}', { value: { a: '__proto__' }, from: 'json' }],
  ['application/x-www-form-urlencoded', 'a=1', { value: { a: '1' }, from: 'text' }],
  ['application/x-www-form-urlencoded', 'a=1&a=2', { value: { a: ['1', '2'] }, from: 'text' }],
  ['application/x-www-form-urlencoded', 'a=%C3%A9+b', { value: { a: 'é b' }, from: 'text' }],
  ['application/x-www-form-urlencoded', 'a=', { value: { a: '' }, from: 'text' }],
  ['application/x-www-form-urlencoded', 'a=%zz', { value: { a: '%zz' }, from: 'text' }],
  [boundary, `${field('a', '1')}--b--\r\n`, { value: { a: '1' }, from: 'text' }],
  [
    'Multipart/Form-Data; Boundary="b"',
    `${field('a', '1')}--b--`,
    { value: { a: '1' }, from: 'text' },
  ],
  [
    boundary,
    `${field('a', '1')}${field('a', '2')}${field('a', '3')}--b--\r\n`,
    { value: { a: ['1', '2', '3'] }, from: 'text' },
  ],
  ['application/json', '', { value: {}, from: 'json' }],
  [boundary, '', { value: {}, from: 'json' }],
  ['text/plain', '', { value: {}, from: 'json' }],
  [undefined, '', { value: {}, from: 'json' }],
])('%s body %j is read as %j', async (contentType, body, parsed) => {
  const { value, from } = await read(contentType, body);
  // Forms come without a prototype, which their values have no say in.
  expect({ value: structuredClone(value), from }).toEqual(parsed);
});

test.each([
  ['application/json', '{'],
  ['application/json', ' '],
  ['application/json', '{"a":1,}'],
  ['application/json', '{"__proto__":{"admin":true}}'],
  ['application/json', '{"a":[{"__pr\\u006fto__":1}]}'],
  ['application/json', '{"constructor":{"prototype":{"admin":true}}}'],
  ['application/json', Uint8Array.of(0x22, 0xff, 0x22)],
  ['application/x-www-form-urlencoded', '__proto__=1'],
  ['application/x-www-form-urlencoded', '%5F_proto__=1'],
  ['application/x-www-form-urlencoded', Uint8Array.of(0x61, 0x3d, 0xff)],
  [boundary, `${field('__proto__', '1')}--b--\r\n`],
  [boundary, field('a', 'never ends')],
  [boundary, 'a=1'],
  ['multipart/form-data', `${field('a', '1')}--b--\r\n`],
  ['text/plain', 'a'],
  ['application/json-seq', '{}'],
  ['application/xml+jsonx', '{}'],
  ['+json', '{}'],
  ['', '{}'],
  [undefined, '{}'],
])('%s body %j is malformed', async (contentType, body) => {
  await expect(read(contentType, body)).rejects.toThrow(Malformed);
});

test('a file of a multipart form stays one', async () => {
  const part =
    'Content-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/css';
  const { value } = await read(boundary, `--b\r\n${part}\r\n\r\nhello\r\n--b--\r\n`);
  const file = new Map(Object.entries(Object(value))).get('f');
  if (!(file instanceof File)) throw new Error(`f is ${file}`);
  expect([file.name, file.type, await file.text()]).toEqual(['a.txt', 'text/css', 'hello']);
});

test('whatever the bytes, a body is read or malformed, and no prototype changes', async () => {
  const types = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', boundary);
  await fc.assert(
    fc.asyncProperty(types, fc.uint8Array({ maxLength: 200 }), async (contentType, body) => {
      const outcome = await read(contentType, body).catch((error: unknown) => error);
      expect(outcome instanceof Malformed || Object.hasOwn(Object(outcome), 'value')).toBe(true);
      expect(Reflect.ownKeys(Object.prototype)).not.toContain('admin');
    }),
  );
});

test('whatever JSON a body holds arrives as JSON.parse has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async text => {
      const outcome = await read('application/json', text).catch((error: unknown) => error);
      if (outcome instanceof Malformed) expect(text).toMatch(/__proto__|constructor/);
      else expect(outcome).toEqual({ value: JSON.parse(text), from: 'json' });
    }),
  );
});
