import { expect, test } from 'vitest';
import { errorResponse, successResponse } from '../response.ts';
import { serialize } from './serialize.ts';

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

const json = { 'content-type': 'application/json' };

function serialized(
  ...[response, formatError]: [Parameters<typeof serialize>[0], (() => object)?]
) {
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const wire = serialize(response, { report, ...(formatError && { formatError }) });
  return { ...wire, reported: reported.length };
}

test.each([
  [successResponse(200, { a: [1] }), { status: 200, headers: json, body: '{"a":[1]}' }],
  [successResponse(200, null), { status: 200, headers: json, body: 'null' }],
  [successResponse(200, ''), { status: 200, headers: json, body: '""' }],
  [successResponse(200), { status: 200, headers: {}, body: undefined }],
  [successResponse(204, { a: 1 }), { status: 204, headers: {}, body: undefined }],
  [successResponse(205, { a: 1 }), { status: 205, headers: {}, body: undefined }],
  [successResponse(304, { a: 1 }), { status: 304, headers: {}, body: undefined }],
  [errorResponse(404, 'Gone'), { status: 404, headers: json, body: '{"message":"Gone"}' }],
  [
    successResponse(302, undefined, { headers: { Location: '/a', 'Set-Cookie': ['a=1', 'b=2'] } }),
    { status: 302, headers: { location: '/a', 'set-cookie': ['a=1', 'b=2'] }, body: undefined },
  ],
  [
    errorResponse(400, 'no', { headers: { 'Content-Type': 'application/problem+json' } }),
    {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      body: '{"message":"no"}',
    },
  ],
])('%j goes over the wire as %j', (response, wire) => {
  expect(serialized(response)).toEqual({ ...wire, reported: 0 });
});

const failed = {
  status: 500,
  headers: json,
  body: '{"message":"Internal Server Error"}',
  reported: 1,
};

test.each([
  ['a bigint', successResponse(200, { id: 1n })],
  ['a cycle', successResponse(200, cyclic)],
  ['a function', successResponse(200, () => 1)],
  ['a symbol', successResponse(200, Symbol('a'))],
  ['a body whose toJSON throws', successResponse(200, { toJSON: () => cyclic.no ?? fail() })],
  ['a header with a line break', successResponse(200, 1, { headers: { a: 'b\r\nc: d' } })],
  ['a header name with a space', successResponse(200, 1, { headers: { 'a b': 'c' } })],
])('%s is answered 500 and reported', (_name, response) => {
  expect(serialized(response)).toEqual(failed);
});

function fail(): never {
  throw new Error('not to be serialized');
}

test('an error takes the form it is given', () => {
  const { body } = serialized(errorResponse(409, 'Taken'), () => ({ errors: ['Taken'] }));
  expect(body).toBe('{"errors":["Taken"]}');
});

test('an error of our own takes that form too', () => {
  const { status, body } = serialized(successResponse(200, 1n), () => ({ failed: true }));
  expect([status, body]).toEqual([500, '{"failed":true}']);
});
