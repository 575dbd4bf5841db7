import { existsSync, readFileSync, statSync } from 'node:fs';

const root = new URL('..', import.meta.url);

/**
 * Where the command is to be loaded from: the bundle that `npm run build` has made, if every file that went into it
 * is as it was then (some two hundred calls of stat, under a millisecond), else the sources. Where no sources are, as
 * in an image, the bundle is all there is.
 */
export function mainModule() {
  const bundle = new URL('dist/main.js', root);
  const sources = new URL('src/command/main.ts', root);
  return existsSync(sources) && !isFresh() ? sources : bundle;
}

function isFresh() {
  try {
    /** @type {[path: string, mtimeMs: number, size: number][]} */
    const inputs = JSON.parse(readFileSync(new URL('dist/inputs.json', root), 'utf8'));
    return inputs.every(([path, mtimeMs, size]) => {
      const found = statSync(new URL(path, root), { throwIfNoEntry: false });
      return found?.mtimeMs === mtimeMs && found.size === size;
    });
  } catch {
    // No bundle, or half of one.
    return false;
  }
}
