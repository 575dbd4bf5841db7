import { get } from 'node:http';
import { serveRounds } from './serve-rounds.ts';

/** The limit for a client on Node's own HTTP: a new connection, the body read, nothing else. */
const url = new URL(process.argv[2] ?? '');
serveRounds(
  () =>
    new Promise((resolve, reject) => {
      get(url, { agent: false }, response => {
        response.setEncoding('utf8');
        let body = '';
        response.on('data', chunk => {
          body += chunk;
        });
        response.on('end', () => {
          if (response.statusCode !== 200 || body === '')
            reject(new Error('the target is not well'));
          else resolve();
        });
      }).on('error', reject);
    }),
);
