import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { configMap } from '../../fixtures/config-map.ts';
import type { WatchEvent } from './api.ts';
import { type ConfigMap, configMaps } from './resources/config-maps.ts';
import { readWatchStream } from './watch-stream.ts';

const line = (event: unknown) => `${JSON.stringify(event)}\n`;
const added = (name: string, data: Readonly<Record<string, string>> = {}) =>
  ({ type: 'ADDED', object: configMap(name, '5', data) }) as const;

async function* chunksOf(...chunks: readonly (string | Uint8Array)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

function read(chunks: AsyncIterable<Uint8Array>, maxLine?: number) {
  const limit = maxLine === undefined ? {} : { maxLine };
  return readWatchStream(chunks, { resource: configMaps, what: 'watch', ...limit });
}

async function readAll(chunks: AsyncIterable<Uint8Array>, maxLine?: number) {
  const events: WatchEvent<ConfigMap>[] = [];
  for await (const event of read(chunks, maxLine)) events.push(event);
  return events;
}

describe('events', () => {
  test('are the same wherever the bytes are split', async () => {
    const events = [added('a', { menu: 'Crème brûlée 🍮 漢字' }), added('b')];
    const bytes = Buffer.from(events.map(line).join(''));
    for (let at = 0; at <= bytes.length; at++)
      expect(await readAll(chunksOf(bytes.subarray(0, at), bytes.subarray(at)))).toEqual(events);
  });

  test('are the same in chunks of any sizes', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        async (texts, sizes) => {
          const events = texts.map((menu, n) => added(`menu-${n}`, { menu: menu.toWellFormed() }));
          const bytes = Buffer.from(events.map(line).join(''));
          expect(await readAll(chunksOf(...split(bytes, sizes)))).toEqual(events);
        },
      ),
    );
  });

  test('may be followed by an empty line', async () => {
    expect(await readAll(chunksOf(line(added('a')), '\n'))).toEqual([added('a')]);
  });

  test('that are bookmarks tell the version, and whether the initial events end', async () => {
    const bookmark = (resourceVersion: string, annotations?: Record<string, string>) =>
      line({ type: 'BOOKMARK', object: { metadata: { resourceVersion, annotations } } });
    const stream = chunksOf(bookmark('7'), bookmark('8', { 'k8s.io/initial-events-end': 'true' }));
    expect(await readAll(stream)).toEqual([
      { type: 'BOOKMARK', resourceVersion: '7', endsInitialEvents: false },
      { type: 'BOOKMARK', resourceVersion: '8', endsInitialEvents: true },
    ]);
  });
});

describe('throws', () => {
  test('the error the server sends, after the events before it', async () => {
    const status = {
      kind: 'Status',
      message: 'too old resource version: 3 (9)',
      reason: 'Expired',
      code: 410,
    };
    const events = read(chunksOf(line(added('a')), line({ type: 'ERROR', object: status })));
    expect((await events.next()).value).toEqual(added('a'));
    await expect(events.next()).rejects.toMatchObject({
      message: 'too old resource version: 3 (9)',
      status: 410,
      reason: 'Expired',
    });
  });

  test.each([
    ['a line over the limit, before it is whole', `{"type":"${'x'.repeat(100)}`, 'Undecodable'],
    ['a line over the limit, whole', line(added('a'.repeat(100))), 'Undecodable'],
    ['what is no JSON', '<html>\n', 'Undecodable'],
    ['JSON that is no event', '[1]\n', 'Undecodable'],
    ['an event there is not', '{"type":"MOVED","object":{}}\n', 'Undecodable'],
    [
      'a bookmark without a version',
      '{"type":"BOOKMARK","object":{"metadata":{}}}\n',
      'Undecodable',
    ],
    ['an end within an event', '{"type":"ADD', 'Unreachable'],
  ])('at %s', async (_, text, reason) => {
    await expect(readAll(chunksOf(text), 100)).rejects.toMatchObject({ reason });
  });

  test('nothing at a line of just the limit', async () => {
    const exact = line(added('a'));
    expect(await readAll(chunksOf(exact), exact.length - 1)).toHaveLength(1);
    await expect(readAll(chunksOf(exact), exact.length - 2)).rejects.toMatchObject({
      reason: 'Undecodable',
    });
  });
});

describe('a consumer', () => {
  test('that takes its time is waited for: nothing is read ahead', async () => {
    let chunksRead = 0;
    async function* counted() {
      for (;;) {
        chunksRead++;
        yield Buffer.from(line(added('a')));
      }
    }
    const events = read(counted());
    for (let taken = 1; taken <= 3; taken++) {
      await events.next();
      expect(chunksRead).toBe(taken);
    }
    await events.return();
  });

  test('that stops ends the reading of bytes', async () => {
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.from(line(added('a')));
      } finally {
        isEnded = true;
      }
    }
    for await (const _ of read(endless())) break;
    expect(isEnded).toBe(true);
  });
});

function split(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const size = sizes[chunks.length % sizes.length] ?? 1;
    chunks.push(bytes.subarray(from, from + size));
    from += size;
  }
  return chunks;
}
