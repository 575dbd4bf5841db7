import { expect, test } from 'vitest';
import { protocols } from '../protocol/protocols.ts';
import { entriesOf } from './entries.ts';
import { databases, kinds } from './kinds.ts';

test('there is a field of a probe for each protocol', () => {
  const named = kinds.map(kind => (kind === 'requests' ? 'http' : kind));
  expect(named).toEqual(Object.keys(protocols));
});

test('the entries of a probe come in the order of its fields', () => {
  const host = [{ host: 'shop' }];
  const entries = entriesOf({
    id: 'shop',
    name: 'Shop',
    ...Object.fromEntries(databases.map(kind => [kind, host])),
    socket: { host: 'shop', port: 1 },
    ping: [{ uri: 'shop' }],
    requests: [{ url: 'http://shop' }],
  });
  expect(entries.map(({ path }) => path.replace('[0]', ''))).toEqual(kinds);
});
