import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Bytes below which compressing saves no packet. */
const smallest = 1_000;

/** Puts a brotli and a gzip file beside each file that is worth it; the server sends what the browser takes. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    // What is on the disk is what is served: until then, other plugins change it.
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('the build has no folder');
      await Promise.all(Object.keys(bundle).map(name => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < smallest) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    writeFile(`${path}.br`, await brotli(content, { params })),
    writeFile(`${path}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION })),
  ]);
}
