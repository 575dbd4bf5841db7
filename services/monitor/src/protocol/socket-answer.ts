import type { Socket } from 'node:net';
import { BoundedBytes } from './bounded-bytes.ts';
import { Fault } from './fault.ts';

/** What a peer said. */
export interface Answer {
  readonly body: string;
  /** Bytes, before decoding. */
  readonly size: number;
  /** When its last byte came, or its close; `performance.now()`'s milliseconds. */
  readonly endedAt: number;
}

interface Reading {
  /** Bytes. */
  readonly maxBody: number;
  readonly onFirstByte: () => void;
}

/** TCP marks no end of an answer: a peer that keeps the connection open and is silent so long has ended it. */
const silenceMs = 100;

/**
 * Reads until the peer closes or, having said something, falls silent. Rejects with code 18 past `maxBody`,
 * 22 where it closes without a word, and the system's error where the connection breaks.
 */
export function readAnswer(peer: Socket, { maxBody, onFirstByte }: Reading): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answer = new BoundedBytes(maxBody);
    let endedAt = 0;
    const finish = () => resolve({ body: answer.whole().toString(), size: answer.length, endedAt });

    peer.on('data', (chunk: Buffer) => {
      if (answer.length === 0) onFirstByte();
      endedAt = performance.now();
      peer.setTimeout(silenceMs);
      try {
        answer.add(chunk);
      } catch (error) {
        reject(error);
      }
    });
    peer.once('timeout', finish);
    peer.once('error', reject);
    peer.once('end', () => {
      endedAt = performance.now();
      if (answer.length > 0) finish();
      else reject(new Fault(22, 'the peer closed the connection without an answer'));
    });
  });
}
