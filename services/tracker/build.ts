import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the command into `dist/`: starting it is most of what users wait for, and reading hundreds of modules is
 * most of that. What is imported within functions stays in files of its own, loaded when it is needed.
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
  outdir: aside,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  // Errors and traces name functions and classes as the sources do.
  keepNames: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  metafile: true,
  logLevel: 'error',
  // CommonJS dependencies ask for Node's own modules by `require`, which ES modules lack.
  banner: {
    js: "import{createRequire as $cr}from'node:module';const require=$cr(import.meta.url);",
  },
});
const inputs = Object.keys(metafile.inputs)
  .filter(path => !path.includes('node_modules/'))
  .map(path => [path, ...stamp(path)]);
// Dependencies change with the lock file.
const lock = '../../package-lock.json';
writeFileSync(join(aside, 'inputs.json'), JSON.stringify([...inputs, [lock, ...stamp(lock)]]));
rmSync(dist, { recursive: true, force: true });
renameSync(aside, dist);
// The first run fills V8's compile cache.
execFileSync(process.execPath, [join(folder, 'bin/tracker.js'), '--help'], { stdio: 'ignore' });

/** Of a file that changed while it was read, what no file has. */
function stamp(path: string): [number, number] {
  const { mtimeMs, size } = statSync(resolve(folder, path));
  return mtimeMs < began ? [mtimeMs, size] : [-1, -1];
}
