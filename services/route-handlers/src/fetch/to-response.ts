import type { Wire } from '../execute/serialize.ts';
import type { ResponseHeaders } from '../response.ts';

export const toResponse = ({ status, headers, body }: Wire, isHead: boolean): Response =>
  new Response(isHead ? null : (body ?? null), { status, headers: pairs(headers) });

/** A header with several values as several, as `set-cookie` needs it. */
const pairs = (headers: ResponseHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
  );
