import { withoutCredentials } from '../redact/credentials.ts';
import type { HttpEntry } from './http/entry.ts';
import { run } from './http/run.ts';
import { type HttpTarget, prepare } from './http/target.ts';
import type { Protocol } from './protocol.ts';

/** HTTP/1.1 over TCP and TLS, on a new connection for each request, as a new visitor meets the target. */
export const http: Protocol<HttpEntry, HttpTarget> = {
  instance: ({ url }) => withoutCredentials(url),
  prepare,
  run,
};
