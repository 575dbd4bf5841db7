import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the command into `dist/main.cjs`: starting it is most of what users wait for, and reading hundreds of modules
 * is most of that. One file, as each further one costs a run a millisecond or two. It is CommonJS, so that what is
 * imported within functions, Node's own modules as well, is neither compiled nor run until it is needed.
 *
 * `inputs.json` lists every file that went into the bundle, with its time and size, so that `bin/tracker.js` can tell
 * whether it still is what the sources say: a stale bundle is never run.
 */
const folder = import.meta.dirname;
const dist = join(folder, 'dist');
const aside = join(folder, `dist.${process.pid}`);
const began = Date.now();

const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: ['src/command/main.ts'],
  outfile: join(aside, 'main.cjs'),
  bundle: true,
  // Not the names, so that traces read as the sources do.
  minifyWhitespace: true,
  minifySyntax: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  metafile: true,
  logLevel: 'error',
});
const inputs = Object.keys(metafile.inputs).filter(path => !path.includes('node_modules/'));
// Dependencies change with the lock file.
const watched = [...inputs, '../../package-lock.json'];
writeFileSync(join(aside, 'inputs.json'), JSON.stringify(watched.map(stampOf)));
rmSync(dist, { recursive: true, force: true });
renameSync(aside, dist);
execFileSync(process.execPath, [join(folder, 'warm-up.ts')], { stdio: 'inherit' });

/** Of a file that changed while it was read, what no file has. */
function stampOf(path: string): [path: string, mtimeMs: number, size: number] {
  const { mtimeMs, size } = statSync(resolve(folder, path));
  return mtimeMs < began ? [path, mtimeMs, size] : [path, -1, -1];
}
