'use strict';

const { existsSync, readFileSync, statSync } = require('node:fs');
const { constants, enableCompileCache } = require('node:module');
const { join } = require('node:path');

const root = join(__dirname, '..');

module.exports = { load };

/**
 * The command: from the bundle that `npm run build` has made, if every file that went into it is as it was then (some
 * two hundred calls of stat, about a millisecond), else from the sources. Where no sources are, as in an image, the
 * bundle is all there is.
 */
async function load() {
  keepCompiled(process.env);
  const sources = join(root, 'src/command/main.ts');
  if (existsSync(sources) && !isFresh()) return await import('../src/command/main.ts');
  return require('../dist/main.cjs');
}

function isFresh() {
  try {
    /** @type {[path: string, mtimeMs: number, size: number][]} */
    const inputs = JSON.parse(readFileSync(join(root, 'dist/inputs.json'), 'utf8'));
    return inputs.every(([path, mtimeMs, size]) => {
      const found = statSync(join(root, path), { throwIfNoEntry: false });
      return found?.mtimeMs === mtimeMs && found.size === size;
    });
  } catch {
    // No bundle, or half of one.
    return false;
  }
}

/**
 * What is loaded is compiled once, not at each run. V8 trusts what it finds in its cache, so that it lies where only
 * those can write who may also change the command (beside the bundle) or whom it runs as (their own cache folder);
 * never in the temporary folder that all users share. Where neither can be written, nothing is kept.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function keepCompiled(env) {
  const home = env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, '.cache'));
  const places = [join(root, 'dist/compiled'), ...(home ? [join(home, 'picket-tracker')] : [])];
  const { FAILED } = constants.compileCacheStatus;
  // Portable: an image that was copied together finds it as well.
  places.some(directory => enableCompileCache({ directory, portable: true }).status !== FAILED);
}
