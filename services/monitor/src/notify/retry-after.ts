/**
 * Milliseconds from `now` that a `Retry-After` header asks for, given as seconds or as an HTTP date
 * (RFC 9110, 10.2.3); undefined where it is absent, of neither form, or past.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return wait > 0 ? wait : undefined;
}
