import type { IncomingMessage } from 'node:http';

/** What may still come of a body that nobody reads: past either, the connection is cut. */
const most = { bytes: 64 * 1_048_576, ms: 30_000 };

/**
 * Lets a body run out whose request is answered before it was read, so that the client gets to read the answer and
 * can use the connection again; but not without end. Called when the answer is sent.
 */
export function dropUnread(request: IncomingMessage): void {
  // Over HTTP/2 the stream is closed without its connection. Requests that are injected are never incomplete.
  if (request.complete !== false || request.httpVersionMajor !== 1 || request.destroyed) return;
  let left = most.bytes;
  const cut = () => request.destroy();
  const timer = setTimeout(cut, most.ms).unref();
  request.on('close', () => clearTimeout(timer));
  request.unpipe();
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
}
