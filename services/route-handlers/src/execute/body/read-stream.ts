import { GatheredBytes } from './gathered-bytes.ts';

/** All of a stream. Rejects with `BodyTooLarge` past so many bytes, having cancelled the rest. */
export async function readStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  const bytes = new GatheredBytes(limit);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes.whole();
      bytes.add(value);
    }
  } catch (error) {
    // The request is refused either way, so nobody waits for the cancelling nor hears of its failure.
    reader.cancel(error).catch(() => undefined);
    throw error;
  }
}
