import { expect, test } from 'vitest';
import { RunningCalls } from './running-calls.ts';

const never = new AbortController().signal;
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

test('cancels the call of its session and id alone', async () => {
  const calls = new RunningCalls();
  const first = calls.run({ session: 'a', id: 1 }, never, untilAborted);
  const others = [
    calls.run({ session: 'b', id: 1 }, never, untilAborted),
    calls.run({ session: 'a', id: '1' }, never, untilAborted),
  ];
  calls.cancel({ session: 'a', id: 1 });
  await expect(first).rejects.toThrow('cancelled by the client');
  expect(calls.size).toBe(2);
  calls.cancel({ session: 'b', id: 1 });
  calls.cancel({ session: 'a', id: '1' });
  await Promise.all(others.map(other => expect(other).rejects.toThrow('cancelled')));
  expect(calls.size).toBe(0);
});

test('keeps nothing of what has ended', async () => {
  const calls = new RunningCalls();
  await expect(calls.run({ session: 'a', id: 1 }, never, async () => 5)).resolves.toBe(5);
  calls.cancel({ session: 'a', id: 1 });
  expect(calls.size).toBe(0);
});

test('is aborted by the request as well', async () => {
  const gone = new AbortController();
  const call = new RunningCalls().run({ session: 'a', id: 1 }, gone.signal, untilAborted);
  gone.abort(new Error('gone'));
  await expect(call).rejects.toThrow('gone');
});
