import type { Segment } from '../path/segment.ts';

/**
 * The patterns by which Fastify's router (find-my-way) finds a route: one, or two where its catch-all is optional.
 * Dynamic segments are called p0, p1 and so on, since the router reads more into some names than a name.
 */
export function routeUrls(segments: readonly Segment[]): string[] {
  const last = segments.at(-1);
  if (last?.kind !== 'rest') return [toUrl(segments)];
  const above = toUrl(segments.slice(0, -1));
  const below = `${above === '/' ? '' : above}/*`;
  return last.optional ? [above, below] : [below];
}

const toUrl = (segments: readonly Segment[]): string =>
  `/${segments.map((segment, index) => toPattern(segment, index)).join('/')}`;

function toPattern(segment: Segment, index: number): string {
  if (segment.kind !== 'static') return `:p${index}`;
  const { text } = segment;
  // In a URL these three are only ever encoded, or stand for something else in a pattern: told by an expression.
  if (/[*?#]/.test(text)) return `:p${index}(^${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$)`;
  return text.replaceAll(':', '::');
}
