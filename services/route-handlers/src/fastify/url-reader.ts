import { decodeSegment } from '../path/decode-segment.ts';
import type { RawParams, Segment } from '../path/segment.ts';
import { requestTarget } from './request-target.ts';
import { hasPlainNames, routerKeys } from './router-keys.ts';

/** What the router found, each decoded once. */
export type Matched = Readonly<Record<string, string>>;

/** How a route's params and query are got from what the router matched and from the raw URL. */
export interface UrlReader {
  /** Whether the path is the route's: the router lets empty segments through. */
  fits(matched: Matched, url: string): boolean;
  /** Of a path that fits. Throws `Malformed` where it can't be decoded. */
  params(matched: Matched, url: string): RawParams;
  /** Undecoded; '' where there is none. */
  query(url: string): string;
}

export interface Mount {
  /** The server's, as in `/api`. */
  readonly prefix: string;
  /** Whether the router takes several slashes as one. */
  readonly ignoresDuplicateSlashes: boolean;
  /** Whether the router lets a query begin at a semicolon too. */
  readonly cutsAtSemicolon: boolean;
}

interface Named {
  readonly name: string;
  /** What the router calls it. */
  readonly key: string;
}

/** A catch-all is cut from the raw URL, so that its segments are split before they are decoded. */
export function urlReader(segments: readonly Segment[], mount: Mount): UrlReader {
  const keys = routerKeys(segments);
  const named = segments.flatMap((segment, index): Named[] =>
    segment.kind === 'param' ? [{ name: segment.name, key: keys[index] ?? '' }] : [],
  );
  const query = queryReader(mount);
  const last = segments.at(-1);
  if (last?.kind !== 'rest') {
    // The router's own object will do where it has these params and no others.
    const isOwn = hasPlainNames(segments) && !/[:*]/.test(mount.prefix);
    return { fits: isFilled(named), params: isOwn ? matched => matched : renamed(named), query };
  }
  const restOf = restReader(segments, mount);
  const fixed = { fits: isFilled(named), params: renamed(named) };
  return {
    fits(matched, url) {
      const rest = restOf(url);
      return fixed.fits(matched) && !rest.includes('') && (rest.length > 0 || last.optional);
    },
    params(matched, url) {
      const params = fixed.params(matched);
      const rest = restOf(url);
      return rest.length === 0 ? params : { ...params, [last.name]: rest.map(decodeSegment) };
    },
    query,
  };
}

const isFilled =
  (named: readonly Named[]) =>
  (matched: Matched): boolean => {
    for (const { key } of named) if (matched[key] === '') return false;
    return true;
  };

const renamed =
  (named: readonly Named[]) =>
  (matched: Matched): RawParams =>
    Object.fromEntries(named.map(({ name, key }) => [name, matched[key] ?? '']));

const queryReader =
  ({ cutsAtSemicolon }: Mount) =>
  (url: string): string => {
    const target = requestTarget(url);
    const start = cutsAtSemicolon ? target.search(/[?;]/) : target.indexOf('?');
    return start < 0 ? '' : target.slice(start + 1);
  };

/** The segments of a catch-all as they stand in the URL; one slash at the end is none. */
function restReader(segments: readonly Segment[], mount: Mount): (url: string) => string[] {
  const end = mount.cutsAtSemicolon ? /[?#;]/ : /[?#]/;
  const before = textsOf(mount.prefix).length + segments.length - 1;
  return url => {
    const [path = ''] = requestTarget(url).split(end, 1);
    const whole = mount.ignoresDuplicateSlashes ? path.replaceAll(/\/{2,}/g, '/') : path;
    return textsOf(whole).slice(before);
  };
}

function textsOf(path: string): string[] {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  return inner === '' ? [] : inner.split('/');
}
