import { RouteHandlerError } from '../errors.ts';
import { scalarKinds, scalarText } from './scalar-text.ts';
import { parsePath, type Segment } from './segment.ts';

/** A piece of the path, encoded, or why there is none. */
type Filled = { readonly text: string } | { readonly problem: string };

/**
 * The URL path of a route such as `/posts/[postId]`, each value of `params` percent-encoded as one segment; params
 * that the path does not have are not used. Throws `RH_PATH` with all problems: a value that is missing or cannot
 * be text, and `''`, `.` and `..`, which a URL drops, so that another route would be reached.
 */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  const filled = parsePath(path).flatMap(segment => fillSegment(segment, params));
  const problems = filled.flatMap(piece => ('problem' in piece ? [piece.problem] : []));
  if (problems.length > 0) {
    throw new RouteHandlerError('RH_PATH', `${path} cannot be filled: ${problems.join(', ')}`);
  }
  return `/${filled.flatMap(piece => ('text' in piece ? [piece.text] : [])).join('/')}`;
}

function fillSegment(segment: Segment, params: Readonly<Record<string, unknown>>): Filled[] {
  if (segment.kind === 'static') return [{ text: encodeStatic(segment.text) }];
  const { name } = segment;
  // A param can have the name of something that every object inherits.
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (segment.kind === 'param') return [fillValue(`params/${name}`, value)];
  if (value === undefined && segment.optional) return [];
  if (!Array.isArray(value)) return [{ problem: `params/${name} must be array` }];
  if (value.length === 0 && !segment.optional) {
    return [{ problem: `params/${name} must have at least one value` }];
  }
  return value.map((item, index) => fillValue(`params/${name}/${index}`, item));
}

function fillValue(place: string, value: unknown): Filled {
  if (value === undefined || value === null) return { problem: `${place} is missing` };
  const text = scalarText(value);
  if (text === undefined) return { problem: `${place} must be ${scalarKinds}` };
  if (text === '') return { problem: `${place} must not be empty` };
  if (text === '.' || text === '..') return { problem: `${place} must not be "${text}"` };
  if (!text.isWellFormed()) return { problem: `${place} must be well-formed text` };
  return { text: encodeURIComponent(text) };
}

/** A folder's name, in which a path may hold more characters as they are than in a value, such as `@`. */
const encodeStatic = (text: string): string =>
  encodeURI(text).replaceAll(/[?#]/g, encodeURIComponent);
