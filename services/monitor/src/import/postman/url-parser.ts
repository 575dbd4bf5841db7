import type { Marked } from './marks.ts';

/** A url as Postman cuts it before it is encoded; parts that are not there are undefined. */
interface UrlParts {
  readonly protocol: string | undefined;
  readonly userinfo: Marked | undefined;
  readonly host: Marked;
  readonly port: Marked | undefined;
  /** Without its leading slash. */
  readonly path: Marked | undefined;
  readonly query: Marked | undefined;
}

/** Cuts a url by Postman's rules. A fragment is dropped: it is not sent. */
export function parseUrl(text: Marked): UrlParts {
  const [beforeFragment = ''] = text.trimStart().split('#', 1);
  const [front, query] = cutAt(beforeFragment, '?');
  const slashed = front.replaceAll('\\', '/');
  const schemeEnd = slashed.indexOf('://');
  const protocol = schemeEnd === -1 ? undefined : slashed.slice(0, schemeEnd);
  const rest = schemeEnd === -1 ? slashed : slashed.slice(schemeEnd + 3).replace(/^\/+/, '');
  const [authority, path] = cutAt(rest, '/');
  const at = authority.lastIndexOf('@');
  const [host, port] = hostAndPort(authority.slice(at + 1));
  return {
    protocol,
    userinfo: at === -1 ? undefined : authority.slice(0, at),
    host,
    port,
    path,
    query,
  };
}

function cutAt(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** The colons inside the brackets of an IPv6 address part nothing. */
function hostAndPort(text: string): [host: string, port: string | undefined] {
  const colon = text.lastIndexOf(':');
  const port = text.slice(colon + 1);
  return colon === -1 || port.includes(']') ? [text, undefined] : [text.slice(0, colon), port];
}
