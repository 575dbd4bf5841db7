import type { HttpEntry } from './http/entry.ts';
import { run } from './http/run.ts';
import { type HttpTarget, prepare } from './http/target.ts';
import type { Protocol } from './protocol.ts';

/** HTTP/1.1 over TCP and TLS, on a new connection for each request, as a new visitor meets the target. */
export const http: Protocol<HttpEntry, HttpTarget> = {
  instance: ({ url }) => url.replace(userInfo, '$1'),
  prepare,
  run,
};

/** What stands before the @ of a url that may still hold expressions, whose own slashes don’t count. */
const userInfo = /^([a-z][a-z\d+.-]*:\/\/)(?:\{\{[^}]*\}\}|\{(?!\{)|[^/?#{])*@/i;
