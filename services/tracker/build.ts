import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/**
 * Bundles the command into `dist/main.cjs`: starting it is most of what users wait for, and reading hundreds of modules
 * is most of that. One file, as each further one costs a run a millisecond or two. It is CommonJS, so that what is
 * imported within functions, Node's own modules as well, is neither compiled nor run until it is needed; large
 * libraries that few runs need are files of their own, so that the others need not read them either.
 *
 * `inputs.json` lists every file that went into the bundle, with its time and size, so that `bin/load-command.js` can
 * tell whether it still is what the sources say: a stale bundle is never run.
 */
const folder = import.meta.dirname;
const dist = join(folder, 'dist');
const aside = join(folder, `dist.${process.pid}`);
const began = Date.now();

/** The packages of each file: what shares classes is in one. */
const apart: Readonly<Record<string, readonly string[]>> = {
  'openai.cjs': ['openai'],
  'octokit.cjs': [
    '@octokit/core',
    '@octokit/plugin-paginate-rest',
    '@octokit/plugin-retry',
    '@octokit/plugin-throttling',
  ],
};

const common = {
  absWorkingDir: folder,
  bundle: true,
  // Not the names, so that traces read as the sources do.
  minifyWhitespace: true,
  minifySyntax: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  logLevel: 'error',
} as const satisfies BuildOptions;

const { metafile } = await build({
  ...common,
  entryPoints: ['src/command/main.ts'],
  outfile: join(aside, 'main.cjs'),
  plugins: [leftApart()],
  metafile: true,
});
for (const [file, packages] of Object.entries(apart)) {
  const contents = packages.map(name => `export * from '${name}';`).join('\n');
  const whole = packages.length === 1 ? `export { default } from '${packages[0]}';` : '';
  const stdin = { contents: `${contents}\n${whole}`, resolveDir: folder };
  await build({ ...common, stdin, outfile: join(aside, file) });
}
const inputs = Object.keys(metafile.inputs).filter(path => !path.includes('node_modules/'));
// Dependencies change with the lock file.
const watched = [...inputs, '../../package-lock.json'];
writeFileSync(join(aside, 'inputs.json'), JSON.stringify(watched.map(stampOf)));
rmSync(dist, { recursive: true, force: true });
renameSync(aside, dist);
execFileSync(process.execPath, [join(folder, 'warm-up.ts')], { stdio: 'inherit' });

function leftApart(): Plugin {
  const files = new Map(
    Object.entries(apart).flatMap(([file, packages]) => packages.map(name => [name, file])),
  );
  return {
    name: 'left-apart',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^[^.]/ }, ({ path }) => {
        const file = files.get(path);
        return file === undefined ? undefined : { path: `./${file}`, external: true };
      });
    },
  };
}

/** Of a file that changed while it was read, what no file has. */
function stampOf(path: string): [path: string, mtimeMs: number, size: number] {
  const { mtimeMs, size } = statSync(resolve(folder, path));
  return mtimeMs < began ? [path, mtimeMs, size] : [path, -1, -1];
}
