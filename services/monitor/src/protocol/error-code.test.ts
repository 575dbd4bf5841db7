import { describe, expect, test } from 'vitest';
import { PicketError, PrepareError } from '../errors.ts';
import { codeOf } from './error-code.ts';
import { Fault } from './fault.ts';

const coded = (code: string, extra = {}) =>
  Object.assign(new Error(code), { code, syscall: 'connect', ...extra });

describe('codeOf', () => {
  test.each([
    [0, 'ENOTFOUND'],
    [0, 'EAI_AGAIN'],
    [1, 'ECONNRESET'],
    [2, 'ECONNREFUSED'],
    [6, 'ETIMEDOUT'],
    [7, 'EHOSTUNREACH'],
    [9, 'ERR_SSL_WRONG_VERSION_NUMBER'],
    [22, 'EPIPE'],
    [26, 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
    [27, 'CERT_HAS_EXPIRED'],
    [99, 'ENOSUCHCODE'],
    [599, 'ECONNABORTED'],
  ])('is %i for %s', (code, name) => {
    expect(codeOf(coded(name))).toBe(code);
  });

  test('is 22 for a TLS handshake the peer closed, which Node calls ECONNRESET without a system call', () => {
    expect(codeOf(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))).toBe(22);
  });

  test('is the status of our own errors', () => {
    expect(codeOf(new PrepareError(14, 'no url'))).toBe(14);
    expect(codeOf(new Fault(18, 'too big'))).toBe(18);
    expect(codeOf(new PicketError('PKT_EGRESS_DENIED'))).toBe(7);
  });

  test('is 12 for an abort and 6 for a time-out', () => {
    expect(codeOf(AbortSignal.abort().reason)).toBe(12);
    expect(codeOf(new DOMException('late', 'TimeoutError'))).toBe(6);
  });

  test('is that of the first known cause', () => {
    expect(codeOf(new Error('query', { cause: coded('ECONNREFUSED') }))).toBe(2);
    expect(codeOf(new AggregateError([coded('ECONNREFUSED')]))).toBe(2);
  });

  test('is 99 for anything else, even a cause that runs in a circle', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    expect(codeOf(circle)).toBe(99);
    expect(codeOf('text')).toBe(99);
    expect(codeOf(undefined)).toBe(99);
  });
});
