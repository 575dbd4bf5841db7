import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { BridgeError } from '../errors.ts';

/** A path that somebody asks for, and as what. */
export interface AskedPath {
  /** The field, as in `cwd`. */
  readonly field: string;
  readonly path: string;
}

/**
 * Resolves to where a path really is, symbolic links followed, if that is one of the roots or below it; a relative
 * path is one in the first root. What is not there yet may be made there. Throws BAD_REQUEST for any other.
 */
export async function requireInside(
  roots: readonly string[],
  { field, path }: AskedPath,
): Promise<string> {
  if (path.includes('\0')) throw new BridgeError('BAD_REQUEST', `${field} has a NUL character`);
  const real = await realPlace(resolve(roots[0] ?? sep, path));
  const places = await Promise.all(roots.map(root => realpath(root).catch(() => undefined)));
  const isInside = places.some(place => place !== undefined && contains(place, real));
  if (real !== undefined && isInside) return real;
  throw new BridgeError('BAD_REQUEST', `${field} must lie inside ${roots.join(' or ')}`);
}

/** With the part that is not there yet. Undefined where nobody can tell: a link to nowhere, a closed folder. */
async function realPlace(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (parent === path || !isMissing(error) || (await isThere(path))) return undefined;
    const place = await realPlace(parent);
    return place === undefined ? undefined : join(place, basename(path));
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

function contains(root: string, path: string | undefined): boolean {
  if (path === undefined) return false;
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
