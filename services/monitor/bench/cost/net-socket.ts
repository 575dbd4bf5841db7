import { connect } from 'node:net';
import { serveRounds } from './serve-rounds.ts';

/** The limit for anything on Node: a new connection whose answer is read and not even parsed. */
const url = new URL(process.argv[2] ?? '');
const request = `GET / HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`;
serveRounds(
  () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname, () => socket.write(request));
      let bytes = 0;
      socket.on('data', chunk => {
        bytes += chunk.length;
      });
      socket.on('error', reject);
      socket.on('close', () => (bytes > 0 ? resolve() : reject(new Error('no answer'))));
    }),
);
