import type { Socket } from 'node:net';
import type { PhaseWatch } from '../phase-watch.ts';
import type { Journey } from './journey.ts';
import { readable } from './readable.ts';
import { type Expected, type Received, ResponseReader } from './response-reader.ts';

/** Sends a request on a fresh connection and reads its answer. The caller closes the connection. */
export function exchange(
  socket: Socket,
  wire: Buffer,
  expected: Expected,
  { deadline, watch }: Journey,
): Promise<Received> {
  const answer = () => answerOn(socket, wire, new ResponseReader(expected), watch);
  return deadline.race(answer);
}

function answerOn(
  socket: Socket,
  wire: Buffer,
  reader: ResponseReader,
  watch: PhaseWatch,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const settle = (isWhole: () => boolean) => {
      try {
        if (!isWhole()) return;
        resolve(reader.received());
      } catch (error) {
        reject(error);
      }
      // What comes after the answer, or after a fault, is not read.
      socket.off('data', onData).off('end', onEnd);
    };
    const onData = (bytes: Buffer) => {
      if (watch.phase === 'processing') watch.enter('transfer');
      settle(() => reader.push(bytes));
    };
    const onEnd = () => settle(() => reader.end());
    watch.enter('processing');
    socket.on('error', error => reject(readable(error)));
    socket.on('data', onData);
    socket.on('end', onEnd);
    socket.write(wire);
  });
}
