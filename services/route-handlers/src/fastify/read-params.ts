import { Malformed } from '../malformed.ts';
import type { RawParams, Segment } from '../path/segment.ts';

/** Reads a route's params from what the router matched and from the raw URL; undefined where the path is no such. */
export type ReadParams = (
  matched: Readonly<Record<string, string>>,
  url: string,
) => RawParams | undefined;

export interface Mount {
  /** How many segments the server's prefix has. */
  readonly prefixSegments: number;
  /** Whether the router takes several slashes as one. */
  readonly ignoresDuplicateSlashes: boolean;
}

/**
 * Makes the reader for a route. The router's params are decoded once; a catch-all is cut from the raw URL, so that
 * its segments are split before they are decoded. An empty segment fits none.
 */
export function paramsReader(segments: readonly Segment[], mount: Mount): ReadParams {
  const names = segments.flatMap((segment, index) =>
    segment.kind === 'param' ? [{ name: segment.name, key: `p${index}` }] : [],
  );
  const last = segments.at(-1);
  const rest = last?.kind === 'rest' ? last : undefined;
  const skipped = mount.prefixSegments + segments.length - 1;
  return (matched, url) => {
    const params: Record<string, string | readonly string[]> = Object.create(null);
    for (const { name, key } of names) {
      const value = matched[key];
      if (value === undefined || value === '') return undefined;
      params[name] = value;
    }
    if (rest === undefined) return params;
    const texts = textsOf(url, mount).slice(skipped);
    if (texts.includes('') || (texts.length === 0 && !rest.optional)) return undefined;
    if (texts.length > 0) params[rest.name] = texts.map(decode);
    return params;
  };
}

/** The path's segments as they stand in the URL; one slash at the end is none. */
function textsOf(url: string, { ignoresDuplicateSlashes }: Mount): string[] {
  const end = url.search(/[?#]/);
  const raw = end < 0 ? url : url.slice(0, end);
  const path = ignoresDuplicateSlashes ? raw.replaceAll(/\/{2,}/g, '/') : raw;
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Malformed('the path is not well percent-encoded', { cause });
  }
}
