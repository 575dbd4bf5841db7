import type { Transition } from '@picket/monitor';
import { sampleTransition } from '@picket/monitor/fixtures/sample-change';
import { expect, test } from 'vitest';
import { identityOf, toPending, toTransition } from './pending-transition.ts';

const failed: Transition = {
  ...sampleTransition('uid-1', 1),
  response: { at: 1, status: 2, statusText: 'Connection refused', time: 0.25, reason: 'refused' },
};

test('a transition comes back from the status whole, with the result that made it as its evidence', () => {
  expect(toTransition(toPending(failed, ['ops']), failed.probe)).toEqual({
    ...failed,
    evidence: [failed.response],
  });
});

test('it is owed to each channel, with nothing tried yet', () => {
  expect(toPending(failed, ['ops', 'chat']).deliveries).toEqual([
    { channel: 'ops', attempts: 0 },
    { channel: 'chat', attempts: 0 },
  ]);
});

test('texts from outside are bounded, and no character is cut in two', () => {
  const long = '😀'.repeat(3000);
  const pending = toPending(
    { ...failed, message: long, response: { ...failed.response, statusText: long, reason: long } },
    [],
  );
  for (const [text, most] of [
    [pending.message, 4096],
    [pending.response.statusText, 1024],
    [pending.response.reason, 1024],
  ] as const) {
    expect(text?.length).toBe(most);
    expect(text?.isWellFormed()).toBe(true);
    expect(text?.endsWith('…')).toBe(true);
  }
});

test('half a character is replaced as the API server would replace it', () => {
  expect(toPending({ ...failed, message: 'x\ud800' }, []).message).toBe('x\ufffd');
});

const metadata = {
  name: 'till',
  namespace: 'shop',
  uid: 'uid-1',
  resourceVersion: '1',
  generation: 1,
};

test('a probe is known by its namespace and name, and told by what its spec calls it', () => {
  const spec = { name: 'The till', description: 'Where money comes in' };
  expect(identityOf({ metadata, spec })).toEqual({ id: 'shop/till', ...spec });
  expect(identityOf({ metadata, spec: {} })).toEqual({ id: 'shop/till', name: 'till' });
});

test.each([[null], ['text'], [undefined], [{ name: 1, description: null }]])(
  'a spec that an old CRD let in takes nothing away from it: %j',
  spec => {
    expect(identityOf({ metadata, spec })).toEqual({ id: 'shop/till', name: 'till' });
  },
);
