import { expect, test } from 'vitest';
import { sampleTransition } from '../../../fixtures/sample-change.ts';
import { threadOf } from './message-id.ts';

const [incident, recovery] = [sampleTransition('uid', 1), sampleTransition('uid', 2)];

test('an incident has the same id each time, another one another', () => {
  const first = threadOf([incident], 'example.com');
  expect(first).toEqual({
    messageId: expect.stringMatching(/^<incident\.[0-9a-f]{32}@example\.com>$/),
  });
  expect(threadOf([{ ...incident }], 'example.com')).toEqual(first);
  const later = { ...incident, beganAt: incident.beganAt + 60_000 };
  expect(threadOf([later], 'example.com')).not.toEqual(first);
});

test('a recovery answers its incident', () => {
  const { messageId, inReplyTo } = threadOf([recovery], 'example.com');
  expect(inReplyTo).toBe(threadOf([incident], 'example.com').messageId);
  expect(messageId).not.toBe(inReplyTo);
});

test('several have one id, whatever their order, and answer nothing', () => {
  const group = threadOf([incident, recovery], 'example.com');
  expect(threadOf([recovery, incident], 'example.com')).toEqual(group);
  expect(group.inReplyTo).toBeUndefined();
  expect(threadOf([incident, { ...recovery, id: 'x' }], 'example.com')).not.toEqual(group);
});
