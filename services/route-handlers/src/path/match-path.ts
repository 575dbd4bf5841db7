import { decodeSegment } from './decode-segment.ts';
import type { RawParams, Segment } from './segment.ts';

/**
 * The params of a path, decoded once, or undefined where the path is another's. One slash at the end is no segment;
 * an empty segment elsewhere fits none. Throws `Malformed` where a param is not well percent-encoded.
 */
export function matchPath(segments: readonly Segment[], pathname: string): RawParams | undefined {
  const texts = split(pathname);
  if (!hasShape(segments, texts)) return undefined;
  const params: Record<string, string | readonly string[]> = Object.create(null);
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === 'param') params[segment.name] = decodeSegment(texts[index] ?? '');
    if (segment.kind === 'rest' && texts.length > index) {
      params[segment.name] = texts.slice(index).map(decodeSegment);
    }
  }
  return params;
}

/** Whether a path is this one's, its params decodable or not. */
export const fitsPath = (segments: readonly Segment[], pathname: string): boolean =>
  hasShape(segments, split(pathname));

function split(pathname: string): string[] {
  const texts = pathname.slice(pathname.startsWith('/') ? 1 : 0).split('/');
  if (texts.at(-1) === '') texts.pop();
  return texts;
}

function hasShape(segments: readonly Segment[], texts: readonly string[]): boolean {
  const last = segments.at(-1);
  const rest = last?.kind === 'rest' ? last : undefined;
  const fixed = segments.length - (rest === undefined ? 0 : 1);
  const longEnough = rest === undefined || rest.optional ? fixed : fixed + 1;
  if (
    texts.includes('') ||
    texts.length < longEnough ||
    (rest === undefined && texts.length > fixed)
  )
    return false;
  return segments.every(
    (segment, index) => segment.kind !== 'static' || isText(texts[index] ?? '', segment.text),
  );
}

/** Whether a piece of a URL says a static segment, which stands decoded in the route's path. */
function isText(encoded: string, text: string): boolean {
  if (encoded === text) return true;
  try {
    return decodeURIComponent(encoded) === text;
  } catch {
    return false;
  }
}
