import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { isApiCall } from './request-path.ts';

/** Shorter ones fit into a packet as they are. */
const worthwhile = 1_024;

/** Longer ones are compressed in haste: it takes a processor more time than a network saves. */
const long = 1_048_576;

/**
 * Compresses what the API answers: it holds each output twice, as text and as JSON. That is done in Node's threads, so
 * that others are answered meanwhile. The files of the UI were compressed when they were built.
 */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const isAnswer = typeof payload === 'string' && isApiCall(request);
    if (!isAnswer || payload.length < worthwhile) return payload;
    reply.header('vary', 'Accept-Encoding');
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return payload;
    const compressed = await compress[encoding](payload);
    reply.header('content-encoding', encoding);
    return compressed;
  });
}

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

const compress: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  br: text =>
    brotliOf(text, { params: { [constants.BROTLI_PARAM_QUALITY]: text.length < long ? 4 : 1 } }),
  gzip: text => gzipOf(text, { level: text.length < long ? 6 : 1 }),
};
