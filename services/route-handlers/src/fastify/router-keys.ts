import type { Segment } from '../path/segment.ts';

/** Names in which Fastify's router (find-my-way) reads nothing but a name. */
const plain = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Characters that stand for something in a pattern or that a URL only has encoded, where the router leaves them so. */
const special = /[*?#]/;

/** Whether the router can be told a route's dynamic segments by their own names. */
export const hasPlainNames = (segments: readonly Segment[]): boolean =>
  segments.every(segment =>
    segment.kind === 'static' ? !isSpecial(segment) : plain.test(segment.name),
  );

export const isSpecial = (segment: Segment): boolean =>
  segment.kind === 'static' && special.test(segment.text);

/** What each segment is called in the router's params, where it has any there. */
export function routerKeys(segments: readonly Segment[]): string[] {
  const own = hasPlainNames(segments);
  return segments.map((segment, index) =>
    own && segment.kind === 'param' ? segment.name : `p${index}`,
  );
}
