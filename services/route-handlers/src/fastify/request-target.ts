/**
 * Path and query of a request's target as Fastify's router takes them: a client may send a whole URL (RFC 9112, 3.2.2),
 * or `*`. All that looks at the target goes by this, so that none sees a path that isn't the one that was routed.
 */
export function requestTarget(url: string): string {
  if (url.startsWith('/')) return url;
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  if (target.startsWith('/')) return target;
  return target.startsWith('?') ? `/${target}` : '/';
}
