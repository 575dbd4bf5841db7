import type { Segment } from '../path/segment.ts';
import { isSpecial, routerKeys } from './router-keys.ts';

/** The patterns by which Fastify's router finds a route: one, or two where its catch-all is optional. */
export function routeUrls(segments: readonly Segment[]): string[] {
  const keys = routerKeys(segments);
  const patterns = segments.map((segment, index) => toPattern(segment, keys[index] ?? ''));
  const last = segments.at(-1);
  if (last?.kind !== 'rest') return [toUrl(patterns)];
  const below = toUrl([...patterns.slice(0, -1), '*']);
  return last.optional ? [toUrl(patterns.slice(0, -1)), below] : [below];
}

const toUrl = (patterns: readonly string[]): string => `/${patterns.join('/')}`;

function toPattern(segment: Segment, key: string): string {
  if (segment.kind !== 'static') return `:${key}`;
  const { text } = segment;
  // An expression is held against the decoded segment; a plain text against one that may be encoded in part.
  if (isSpecial(segment)) return `:${key}(^${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$)`;
  return text.replaceAll(':', '::');
}
