import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const secret = 'p&ss "w/rd+ü';

describe('a secret is redacted', () => {
  test.each([
    ['as it is', secret],
    ['as JSON', JSON.stringify({ secret }).slice(11, -2)],
    ['as JSON with slashes escaped', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
    ['as JSON in ASCII', JSON.stringify(secret).slice(1, -1).replace('ü', '\\u00FC')],
    ['as UTF-8 that was read as Latin-1', Buffer.from(secret).toString('latin1')],
    ['in lower case', secret.toLowerCase()],
    ['in upper case', secret.toUpperCase()],
    ['as a URL component', encodeURIComponent(secret)],
    ['as a URL component in lower case', encodeURIComponent(secret).toLowerCase()],
    ['as a form value', new URLSearchParams({ x: secret }).toString().slice(2)],
    ['as the password of a URL', Object.assign(new URL('http://h'), { password: secret }).password],
    ['in the path of a URL', new URL(`http://h/${secret}`).pathname.slice(1)],
    ['in the query of a URL', new URL(`http://h/?${secret}`).search.slice(1)],
    ['as base64', Buffer.from(secret).toString('base64')],
    ['as base64url', Buffer.from(secret).toString('base64url')],
  ])('%s', (_, written) => {
    expect(createRedactor([secret])(`before ${written} after`)).toBe('before [redacted] after');
  });

  test.each(['', 'u', 'us', 'user:', 'other'])('inside the base64 of %jsecret', prefix => {
    const bytes = Buffer.from(`${prefix}${secret}!`);
    for (const encoding of ['base64', 'base64url'] as const) {
      const redacted = createRedactor([secret])(bytes.toString(encoding));
      expect(redacted).toContain('[redacted]');
      // What is left holds the prefix, the mark behind and at most the bits of a byte at either edge.
      expect(redacted.replace('[redacted]', '').length).toBeLessThanOrEqual(
        Math.ceil((prefix.length * 4) / 3) + 5,
      );
    }
  });

  test('everywhere it stands', () => {
    expect(createRedactor(['s3cr3t'])('s3cr3t, s3cr3t and xs3cr3tx')).toBe(
      '[redacted], [redacted] and x[redacted]x',
    );
  });

  test('whole where secrets overlap, contain or follow each other', () => {
    expect(createRedactor(['abcd', 'bcdefg'])('-abcdefg-')).toBe('-[redacted]-');
    expect(createRedactor(['token', 'token-long'])('token-long token')).toBe(
      '[redacted] [redacted]',
    );
    expect(createRedactor(['abcd', 'efgh'])('abcdefgh')).toBe('[redacted]');
    expect(createRedactor(['aaaa'])('aaaaaa')).toBe('[redacted]');
  });

  test('at its place behind letters that are longer in lower case', () => {
    expect(createRedactor(['S3cr3t'])('İİ s3CR3T İ')).toBe('İİ [redacted] İ');
  });

  test('in a moment, though secret and text are long and repeat themselves', {
    timeout: 5000,
  }, () => {
    const redact = createRedactor(['a'.repeat(500_000)]);
    expect(redact(`${'a'.repeat(999_999)}b`)).toBe('[redacted]');
    expect(redact(`-${'a'.repeat(500_000)}${'-'.repeat(500_000)}`)).toMatch(/^-\[redacted\]-+$/);
  });

  test('across lines', () => {
    const key = '-----BEGIN KEY-----\nabc\n-----END KEY-----';
    expect(createRedactor([key])(`key: ${key}.`)).toBe('key: [redacted].');
    expect(createRedactor([key])(JSON.stringify({ key }))).toBe('{"key":"[redacted]"}');
  });

  test('from secrets that hold what means something to patterns', () => {
    expect(createRedactor(['.*+?^{}$()|[]\\'])('x.*+?^{}$()|[]\\y')).toBe('x[redacted]y');
    expect(createRedactor(['100%'])('at 100% now')).toBe('at [redacted] now');
  });
});

test('a text is redacted whole where there are more secrets than can be looked for', () => {
  const secrets = Array.from({ length: 2001 }, (_, index) => `secret ${index}`);
  expect(createRedactor(secrets)('a text')).toBe('[redacted]');
  expect(createRedactor(secrets.slice(1))('a text')).toBe('a text');
  expect(createRedactor(secrets)('')).toBe('');
});

describe('a text is left alone', () => {
  test('without secrets, and then is the same text', () => {
    expect(createRedactor([])('nothing here')).toBe('nothing here');
  });

  test('where it holds none', () => {
    expect(createRedactor(['s3cr3t'])('nothing here')).toBe('nothing here');
  });

  test('where a secret is shorter than four characters', () => {
    expect(createRedactor(['', '1', '200'])('status 200 in 1 ms')).toBe('status 200 in 1 ms');
    expect(createRedactor(['2000'])('status 2000')).toBe('status [redacted]');
  });
});

test('secrets are taken when the redactor is made', () => {
  const secrets = ['first-one'];
  const redact = createRedactor(secrets);
  secrets.push('second-one');
  expect(redact('first-one second-one')).toBe('[redacted] second-one');
});

test('no secret is left in any text, nor anything else taken away', () => {
  const word = fc.string({
    unit: fc.constantFrom('#', '~', '%', 'ü', '"'),
    minLength: 4,
    maxLength: 6,
  });
  const text = fc
    .array(fc.oneof(word, fc.constantFrom(' ', 'plain')))
    .map(words => words.join(' '));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), text, (secrets, candidate) => {
      const redacted = createRedactor(secrets)(candidate);
      for (const each of secrets) expect(redacted).not.toContain(each);
      expect(redacted.match(/plain/g)).toEqual(candidate.match(/plain/g));
    }),
  );
});

test('any secret can be redacted, also text that is no valid Unicode', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 4 }), fc.string(), (each, around) => {
      expect(createRedactor([each])(around + each)).toContain('[redacted]');
    }),
  );
  expect(createRedactor(['\ud800abc'])('x \ud800abc')).toBe('x [redacted]');
});
