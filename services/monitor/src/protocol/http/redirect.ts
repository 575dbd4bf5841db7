import { isCredentialHeader } from '../../redact/header-secrets.ts';
import { type Destination, isSameOrigin, parseDestination } from './destination.ts';
import { type Outgoing, outgoing } from './outgoing.ts';
import type { ProxyServer } from './proxy.ts';
import { type HeaderList, headerValue, without } from './request-headers.ts';
import type { ResponseHead } from './response-head.ts';

/** Where an answer sends the client, undefined where it is no redirect. */
export function locationOf({ status, headers }: ResponseHead): string | undefined {
  return redirects.has(status) ? headers.location : undefined;
}

/**
 * The request a redirect asks for, by the rules of fetch: 303, and 301 and 302 of a POST, become a GET without body;
 * credentials stay with their origin. Throws `Fault` 13 or 14 for a location that cannot be requested.
 */
export function redirected(
  request: Outgoing,
  { status }: ResponseHead,
  location: string,
  proxy: ProxyServer | undefined,
): Outgoing {
  const destination = parseDestination(utf8Of(location), request.destination.url);
  const sameOrigin = isSameOrigin(request.destination, destination);
  const kept = sameOrigin ? request.headers : without(request.headers, isBoundToOrigin);
  const headers = withAuthorization(kept, destination);
  if (!becomesGet(status, request.method)) {
    return outgoing({ ...request, destination, headers }, proxy);
  }
  const bare = without(headers, name => bodyHeaders.has(name));
  return outgoing({ destination, method: 'GET', headers: bare }, proxy);
}

const redirects = new Set([301, 302, 303, 307, 308]);
const bodyHeaders = new Set([
  'content-encoding',
  'content-language',
  'content-location',
  'content-type',
]);
/** Rather a harmless header too few than a credential told to a stranger. */
const likelyCredential = /auth|cookie|token|secret|passw|credential|session|signature|api-?key/;

function isBoundToOrigin(name: string): boolean {
  return name === 'host' || isCredentialHeader(name) || likelyCredential.test(name);
}

function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD';
  return (status === 301 || status === 302) && method === 'POST';
}

function withAuthorization(headers: HeaderList, { authorization }: Destination): HeaderList {
  if (authorization === undefined || headerValue(headers, 'authorization') !== undefined)
    return headers;
  return [...headers, ['Authorization', authorization]];
}

/** Header bytes are read as Latin-1; servers write other letters into Location as UTF-8. */
function utf8Of(location: string): string {
  return Buffer.from(location, 'latin1').toString();
}
