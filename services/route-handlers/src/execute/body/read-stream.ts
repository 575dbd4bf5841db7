import { BodyTooLarge } from '../body-too-large.ts';
import { join } from './join.ts';

/** All of a stream. Rejects with `BodyTooLarge` past so many bytes, having cancelled the rest. */
export async function readStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return join(chunks, size);
    size += value.length;
    if (size > limit) {
      // The request is refused either way, so nobody waits for the cancelling nor hears of its failure.
      reader.cancel().catch(() => undefined);
      throw new BodyTooLarge(`more than ${limit} bytes`);
    }
    chunks.push(value);
  }
}
