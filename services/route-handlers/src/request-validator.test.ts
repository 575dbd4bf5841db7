import { Type } from 'typebox';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createRequestValidator } from './request-validator.ts';

const schema = Type.Object({});

test('keeps each option, and the types of the schemas', () => {
  const user = async () => ({ id: 1 });
  const options = { body: schema, params: z.object({ id: z.string() }), user, bodyLimit: 10 };
  const validator = createRequestValidator(options);
  expect(validator).toEqual(options);
  expectTypeOf(validator.body).toEqualTypeOf(schema);
  expectTypeOf(validator.user).toEqualTypeOf(user);
  expectTypeOf(createRequestValidator({})).not.toHaveProperty('body');
});

test('is frozen, and apart from the options it was made of', () => {
  const options: { body: typeof schema; bodyLimit?: number } = { body: schema };
  const validator = createRequestValidator(options);
  options.bodyLimit = 10;
  expect(validator).toEqual({ body: schema });
  expect(Object.isFrozen(validator)).toBe(true);
});

test.each([
  [{ query: schema }, '"query" is no option: there are params, searchParams, headers, body, user'],
  [{ body: 'string' }, '"body" is to be a schema'],
  [{ params: null }, '"params" is to be a schema'],
  [{ headers: undefined }, '"headers" is to be a schema'],
  [{ searchParams: 1 }, '"searchParams" is to be a schema'],
  [{ user: {} }, '"user" is to be a function'],
  [{ bodyLimit: 0 }, '"bodyLimit" is to be a whole number of bytes above 0'],
  [{ bodyLimit: 1.5 }, '"bodyLimit" is to be a whole number'],
  [{ bodyLimit: '1mb' }, '"bodyLimit" is to be a whole number'],
  [{ bodyLimit: Number.POSITIVE_INFINITY }, '"bodyLimit" is to be a whole number'],
])('refuses %j', (options: object, message) => {
  expect(() => createRequestValidator(options)).toThrow(
    expect.objectContaining({
      code: 'RH_REQUEST_VALIDATOR',
      message: expect.stringContaining(message),
    }),
  );
});

test('tells of all that is wrong at once', () => {
  const options: object = { query: schema, user: 1, body: 2 };
  expect(() => createRequestValidator(options)).toThrow(/"query".*"user".*"body"/);
});

test('options of a wrong type or name do not compile', () => {
  // @ts-expect-error: an unknown option
  expect(() => createRequestValidator({ body: schema, cookies: schema })).toThrow();
  // @ts-expect-error: no schema
  expect(() => createRequestValidator({ body: 'string' })).toThrow();
  // @ts-expect-error: no function
  expect(() => createRequestValidator({ user: { id: 1 } })).toThrow();
});
