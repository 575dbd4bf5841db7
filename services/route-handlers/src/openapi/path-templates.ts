import type { Segment } from '../path/segment.ts';

export interface PathTemplate {
  /** As in `/posts/{postId}`. */
  readonly path: string;
  /** Those that the path has; without an optional catch-all where it stands for none. */
  readonly segments: readonly Segment[];
}

/** A route's path as OpenAPI writes paths; two where its catch-all is optional. */
export function pathTemplates(segments: readonly Segment[]): PathTemplate[] {
  const last = segments.at(-1);
  const whole = template(segments);
  return last?.kind === 'rest' && last.optional
    ? [template(segments.slice(0, -1)), whole]
    : [whole];
}

const template = (segments: readonly Segment[]): PathTemplate => ({
  path: `/${segments.map(text).join('/')}`,
  segments,
});

const text = (segment: Segment): string =>
  segment.kind === 'static'
    ? encodeURI(segment.text).replaceAll(/[?#]/g, encodeURIComponent)
    : `{${segment.name}}`;
