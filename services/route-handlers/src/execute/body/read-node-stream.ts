import type { Readable } from 'node:stream';
import { GatheredBytes } from './gathered-bytes.ts';

/**
 * All of a Node stream of bytes, by its events, which cost less than iterating. Rejects with `BodyTooLarge` past so
 * many bytes, the rest being dropped as it comes so that the connection can still carry the answer; with another
 * error where the stream breaks off, as when the client goes away.
 */
export function readNodeStream(stream: Readable, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // A stream that is over tells nobody who listens only now.
    if (stream.readableEnded || stream.destroyed) {
      reject(new Error('the body was over before it was read'));
      return;
    }
    // Most bodies are one chunk, for which nothing is made.
    let first: Uint8Array | undefined;
    let gathered: GatheredBytes | undefined;
    const onData = (chunk: Uint8Array) => {
      if (first === undefined && chunk.length <= limit) {
        first = chunk;
        return;
      }
      try {
        gathered ??= gatheredFrom(first, limit);
        gathered.add(chunk);
      } catch (error) {
        stream.off('data', onData);
        reject(error);
      }
    };
    stream
      .on('data', onData)
      .on('end', () => resolve(gathered?.whole() ?? first ?? none))
      .on('error', reject)
      .on('close', () => {
        if (!stream.readableEnded) reject(new Error('the body broke off'));
      });
  });
}

const none = new Uint8Array();

function gatheredFrom(first: Uint8Array | undefined, limit: number): GatheredBytes {
  const gathered = new GatheredBytes(limit);
  if (first !== undefined) gathered.add(first);
  return gathered;
}
