import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('the public face goes into a browser bundle: nothing of it needs Node', async () => {
  const { outputFiles, warnings } = await build({
    entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  expect(warnings).toEqual([]);
  const [bundle] = outputFiles;
  expect(bundle?.text).toContain('recordSchemas');
  expect(bundle?.text).not.toMatch(/node:/);
});
