import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * A command and everything it imports in one file, not minified, so that stack traces read well. Drivers that are
 * imported where they are needed stay in the same file: in chunks of their own they would lose their named exports.
 */
export async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    // Comments in the file name its parts from here: they are the same wherever it is made.
    absWorkingDir: fileURLToPath(new URL('../../..', import.meta.url)),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // What a dependency may use if it is installed is not: `mongodb` tries seven such packages.
    logLevel: 'error',
    banner: { js: requireOfCommonJs },
  });
}

/** CommonJS dependencies ask for Node's own modules by `require`, which ES modules lack. */
const requireOfCommonJs = `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;
