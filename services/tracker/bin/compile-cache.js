import { constants, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What is loaded is compiled once, not at each run. V8 trusts what it finds in its cache, so that it lies where only
 * those can write who may also change the command (beside the bundle) or whom it runs as (their own cache folder);
 * never in the temporary folder that all users share. Where neither can be written, nothing is kept.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function keepCompiled(env) {
  const home = env.XDG_CACHE_HOME || (env.HOME && join(env.HOME, '.cache'));
  const places = [
    fileURLToPath(new URL('../dist/compiled', import.meta.url)),
    ...(home ? [join(home, 'picket-tracker')] : []),
  ];
  const { ENABLED, ALREADY_ENABLED, DISABLED } = constants.compileCacheStatus;
  for (const place of places) {
    const { status } = enableCompileCache(place);
    if (status === ENABLED || status === ALREADY_ENABLED || status === DISABLED) return;
  }
}
