import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyTooLarge } from '../body-too-large.ts';
import { readStream } from './read-stream.ts';

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: controller => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

test('reads all of a stream, in whatever chunks it comes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array()), async chunks => {
      const whole = await readStream(streamOf(chunks), 10_000);
      expect(Buffer.from(whole)).toEqual(Buffer.concat(chunks));
    }),
  );
});

test('stops an endless stream at its limit and cancels it', async () => {
  let given = 0;
  let cancelled: unknown;
  const endless = new ReadableStream<Uint8Array>({
    pull: controller => {
      given++;
      controller.enqueue(new Uint8Array(10));
    },
    cancel: reason => {
      cancelled = reason;
    },
  });
  await expect(readStream(endless, 25)).rejects.toThrow(BodyTooLarge);
  expect(given).toBeLessThanOrEqual(4);
  expect(cancelled).toBeInstanceOf(BodyTooLarge);
});

test('a stream that can neither be read on nor cancelled rejects with what broke it', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: () => Promise.reject(new Error('gone')),
    cancel: () => Promise.reject(new Error('not to be cancelled')),
  });
  await expect(readStream(broken, 10)).rejects.toThrow('gone');
});

test('a stream whose cancelling fails is still refused for its size', async () => {
  const stuck = new ReadableStream<Uint8Array>({
    pull: controller => controller.enqueue(new Uint8Array(11)),
    cancel: () => Promise.reject(new Error('not to be cancelled')),
  });
  await expect(readStream(stuck, 10)).rejects.toThrow(BodyTooLarge);
});
