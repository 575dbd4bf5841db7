import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { createChannels } from './channels.ts';
import { Notification } from './schema.ts';

const webhook = { id: 'ops', type: 'webhook', url: 'http://127.0.0.1/' } as const;
const context = { version: '1', now: Date.now };

test('channels are found by their id', () => {
  const channels = createChannels([webhook, { ...webhook, id: 'chat', timeout: 5 }], context);
  expect([...channels.keys()]).toEqual(['ops', 'chat']);
  expect(channels.get('chat')).toMatchObject({ id: 'chat', timeout: 5 });
});

test.each([
  ['a whole webhook', { method: 'PUT', timeout: 60_000, headers: { a: '{{ env.A }}' } }, true],
  ['an unknown field', { uri: 'http://127.0.0.1/' }, false],
  ['an unknown type', { type: 'pigeon' }, false],
  ['a method that sends no body', { method: 'GET' }, false],
  ['a time-out past a minute', { timeout: 60_001 }, false],
])('the schema judges %s', (_, fields, valid) => {
  expect(Value.Check(Notification, { ...webhook, ...fields })).toBe(valid);
});
