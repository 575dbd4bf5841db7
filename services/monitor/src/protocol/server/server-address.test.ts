import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseServerUri, shownAddress, shownEntry } from './server-address.ts';

const form = { schemes: ['redis', 'rediss'], port: 6379 };

test.for([
  ['redis://shop', { host: 'shop', port: 6379 }],
  ['redis://shop:6380/2', { host: 'shop', port: 6380, database: '2' }],
  ['redis://user:secret@shop', { host: 'shop', user: 'user', password: 'secret' }],
  ['redis://:secret@shop', { host: 'shop', user: undefined, password: 'secret' }],
  ['redis://user@shop', { host: 'shop', user: 'user', password: undefined }],
  ['redis://:secret@:6380/2', { host: 'localhost', port: 6380, password: 'secret' }],
  ['redis://:secret@/2', { host: 'localhost', password: 'secret', database: '2' }],
  ['redis://:6380', { host: 'localhost', port: 6380 }],
  ['redis:///2', { host: 'localhost', database: '2' }],
  ['redis://', { host: 'localhost', port: 6379, database: undefined }],
  ['rediss://[::1]:6380', { scheme: 'rediss', host: '::1', port: 6380 }],
] as const)('%s is read', ([uri, address]) => {
  expect(parseServerUri(uri, form)).toMatchObject(address);
});

test('credentials of any characters survive their escaping', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(text, text, (user, password) => {
      const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
      const address = parseServerUri(`redis://${credentials}@shop/1`, form);
      expect(address).toMatchObject({ host: 'shop', user, password, database: '1' });
    }),
  );
});

test.for(['redis://a:b:c', 'redis://shop:99999', 'redis://sh op', 'shop', '', 'redis://%zz@shop'])(
  '"%s" is code 14',
  uri => {
    expect(() => parseServerUri(uri, form)).toThrow(expect.objectContaining({ status: 14 }));
  },
);

test('another scheme is code 13', () => {
  const parse = () => parseServerUri('http://user:secret@shop', form);
  expect(parse).toThrow(expect.objectContaining({ status: 13 }));
  expect(parse).not.toThrow(/secret/);
});

test('an address is shown without credentials', () => {
  const address = { host: '::1', port: 5432, user: 'u', password: 'secret', database: 'a b' };
  expect(shownAddress('postgres', address)).toBe('postgres://[::1]:5432/a%20b');
});

test.for([
  [{}, 'postgres://localhost:5432'],
  [{ host: 'db', database: 'shop' }, 'postgres://db:5432/shop'],
  [{ host: '{{ env.HOST }}', port: 1 }, 'postgres://{{ env.HOST }}:1'],
  [{ uri: '{{ env.URI }}' }, '{{ env.URI }}'],
  [{ uri: 'postgres://u:{{ env.PW }}@db:1/shop?password=x' }, 'postgres://db:1/shop'],
  [{ uri: 'postgres://u:p@ss/w?rd#@db/shop' }, 'postgres://db/shop'],
] as const)('the entry %o is shown as %s', ([entry, shown]) => {
  expect(shownEntry('postgres', entry, 5432)).toBe(shown);
});

test('no entry shows what stands before the last @ of its uri', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (user, password) => {
      const secret = `<${password}>`;
      const uri = `postgres://${user}:${secret}@db/shop`;
      expect(shownEntry('postgres', { uri }, 5432)).toBe('postgres://db/shop');
    }),
  );
});
