import { expect, expectTypeOf, test } from 'vitest';
import {
  type ErrorResponse,
  errorResponse,
  type SuccessResponse,
  successResponse,
} from './response.ts';

test('a success has a status, a body and headers', () => {
  const response = successResponse(201, { id: 1 }, { headers: { location: '/1' } });
  expect(response).toEqual({
    kind: 'success',
    status: 201,
    body: { id: 1 },
    headers: { location: '/1' },
  });
  expectTypeOf(response).toEqualTypeOf<SuccessResponse<{ id: number }>>();
});

test('a success may have no body', () => {
  const response = successResponse(204);
  expect(response).toEqual({ kind: 'success', status: 204, body: undefined, headers: {} });
  expectTypeOf(response).toEqualTypeOf<SuccessResponse<undefined>>();
});

test('an error has a status, a message and headers', () => {
  const response = errorResponse(403, 'Not yours', { headers: { 'retry-after': '1' } });
  expect(response).toEqual({
    kind: 'error',
    status: 403,
    message: 'Not yours',
    headers: { 'retry-after': '1' },
  });
  expectTypeOf(response).toEqualTypeOf<ErrorResponse>();
});

test.each([199, 400, 200.5, Number.NaN, 100])('a success of status %s is refused', status => {
  expect(() => successResponse(status, {})).toThrow(
    expect.objectContaining({ code: 'RH_RESPONSE', message: expect.stringContaining(`${status}`) }),
  );
});

test.each([200, 399, 600, Number.NaN])('an error of status %s is refused', status => {
  expect(() => errorResponse(status, 'no')).toThrow(
    expect.objectContaining({ code: 'RH_RESPONSE', message: expect.stringContaining(`${status}`) }),
  );
});
