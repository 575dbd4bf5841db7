import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBearer } from './bearer.ts';

const visible = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);

test('takes the token and no other', () => {
  fc.assert(
    fc.property(visible, visible, (token, other) => {
      expect(isBearer(`Bearer ${token}`, token)).toBe(true);
      expect(isBearer(`bEARER  ${token} `, token)).toBe(true);
      expect(isBearer(`Bearer ${other}`, token)).toBe(other === token);
      expect(isBearer(token, token)).toBe(false);
      expect(isBearer(`Bearer${token}`, token)).toBe(false);
      expect(isBearer(`Bearer ${token} ${token}`, token)).toBe(false);
    }),
  );
});

test.each([undefined, null, '', 'Bearer', 'Bearer ', 'Basic x'])('%j is none', header => {
  expect(isBearer(header, 'x')).toBe(false);
});
