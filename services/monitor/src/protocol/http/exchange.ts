import type { Socket } from 'node:net';
import type { Journey } from './journey.ts';
import { type Expected, type Received, ResponseReader } from './response-reader.ts';

/** Sends a request on a fresh connection and reads its answer. The caller closes the connection. */
export function exchange(
  socket: Socket,
  wire: Buffer,
  expected: Expected,
  { deadline, stopwatch }: Journey,
): Promise<Received> {
  return deadline.step((resolve, reject) => {
    const reader = new ResponseReader(expected);
    const settle = (isWhole: () => boolean) => {
      try {
        if (!isWhole()) return;
        resolve(reader.received());
      } catch (error) {
        reject(error);
      }
      // What comes after the answer, or after a fault, is not read.
      socket.off('data', onData).off('end', onEnd).pause();
    };
    const onData = (bytes: Buffer) => {
      if (stopwatch.phase === 'processing') stopwatch.enter('transfer');
      settle(() => reader.push(bytes));
    };
    const onEnd = () => settle(() => reader.end());
    stopwatch.enter('processing');
    socket.on('error', reject);
    socket.on('data', onData);
    socket.on('end', onEnd);
    socket.write(wire);
    return () => socket.destroy();
  });
}
