import { undecodable } from './kube-error.ts';

const newline = 0x0a;

/**
 * The lines of a stream of bytes, decoded one at a time and only as they are asked for. Throws `Undecodable` at a
 * line of more than `maxBytes`; returns what stands after the last newline.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string, string> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const take = (part: Uint8Array) => {
    size += part.length;
    if (size > maxBytes) throw undecodable(`a line of the stream has more than ${maxBytes} bytes`);
    parts.push(part);
  };
  const end = () => {
    const line = Buffer.concat(parts).toString('utf8');
    parts = [];
    size = 0;
    return line;
  };

  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, at));
      yield end();
      from = at + 1;
    }
    take(chunk.subarray(from));
  }
  return end();
}
