import { cp, mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';

const source = 'src/command/main.ts';
let folder: string;

/** A package of one source, and a bundle that was made of it. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracker-load-'));
  await cp(join(import.meta.dirname, 'bin'), join(folder, 'bin'), { recursive: true });
  await mkdir(join(folder, 'src/command'), { recursive: true });
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, source), "export const from: string = 'sources';\n");
  await writeFile(join(folder, 'dist/main.cjs'), "exports.from = 'bundle';\n");
  const { mtimeMs, size } = await stat(join(folder, source));
  await writeFile(join(folder, 'dist/inputs.json'), JSON.stringify([[source, mtimeMs, size]]));
});

afterEach(() => rm(folder, { recursive: true }));

async function loaded(): Promise<string> {
  const script =
    "const { load } = await import('./bin/load-command.js'); console.log((await load()).from);";
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await execa(process.execPath, args, { cwd: folder, timeout: 30_000 });
  return stdout;
}

test('a bundle is run while its sources are as they were', async () => {
  expect(await loaded()).toBe('bundle');
});

test.each([
  [
    'a source was written since',
    () => writeFile(join(folder, source), "export const from = 'sources';"),
  ],
  ['a source was touched since', () => utimes(join(folder, source), 1, 1)],
  [
    'a source of it is gone',
    () => writeFile(join(folder, 'dist/inputs.json'), '[["src/gone.ts",1,1]]'),
  ],
  ['its list is cut off', () => writeFile(join(folder, 'dist/inputs.json'), '[["src/com')],
  ['there is none', () => rm(join(folder, 'dist'), { recursive: true })],
])('the sources are run where %s', async (_, change) => {
  await change();
  expect(await loaded()).toBe('sources');
});

test('the bundle is run where no sources are', async () => {
  await rm(join(folder, 'src'), { recursive: true });
  expect(await loaded()).toBe('bundle');
});
