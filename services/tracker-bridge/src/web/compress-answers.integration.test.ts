import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { temporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import { afterAll, expect, test } from 'vitest';
import { scriptedCommand } from '../../fixtures/scripted-command.ts';
import { serve } from '../../fixtures/web-server.ts';

const repository = await temporaryRepository();
const server = await serve(repository, {}, { command: scriptedCommand });
afterAll(async () => {
  await server.close();
  await repository[Symbol.asyncDispose]();
});

/** `POST /api/run`, with its answer as it comes over the wire. */
async function run(argv: readonly string[], accepted?: string) {
  const sent = request(new URL('/api/run', server.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
    },
  });
  const answered = once(sent, 'response');
  sent.end(JSON.stringify({ argv }));
  const [response]: IncomingMessage[] = await answered;
  if (response === undefined) throw new Error('there is no response');
  return { headers: response.headers, body: await buffer(response) };
}

const long = ['echo', ...Array<string>(200).fill('Round half to even, 語')];

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('%s: an answer comes compressed, and is the same', async (encoding, decompress) => {
  const { headers, body } = await run(long, `deflate, ${encoding}`);
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(body.length),
    'content-type': 'application/json',
    vary: 'Accept-Encoding',
  });
  expect(body.length).toBeLessThan(1_000);
  expect(JSON.parse(decompress(body).toString())).toMatchObject({ ok: true, json: long });
});

test('one comes as it is for whoever takes no other', async () => {
  const { headers, body } = await run(long);
  expect(headers).toMatchObject({ vary: 'Accept-Encoding' });
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(body.toString())).toMatchObject({ json: long });
});

test('a short one comes as it is', async () => {
  const { headers, body } = await run(['echo'], 'br, gzip');
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(body.toString())).toMatchObject({ json: ['echo'] });
});

test('a very long one is whole', async () => {
  const { body } = await run(['much'], 'br');
  expect(body.length).toBeLessThan(1_048_576);
  const answer = JSON.parse(brotliDecompressSync(body).toString());
  expect(answer.stdout).toHaveLength(16 * 1_048_576);
});
