import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureBuiltUi } from './built-ui.ts';

let folder: string;
let told: string;
const ensure = () =>
  ensureBuiltUi(
    text => {
      told += text;
    },
    pathToFileURL(`${folder}/`),
  );

beforeEach(async () => {
  told = '';
  folder = await mkdtemp(join(tmpdir(), 'built-ui-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A package whose build does so. */
async function packageThat(build: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { build } }));
  await mkdir(join(folder, 'ui'));
  await writeFile(join(folder, 'ui/vite.config.ts'), '');
}

test('a fresh checkout builds its UI, and only once', async () => {
  await packageThat('mkdir -p dist/ui && echo built >> dist/ui/index.html');
  await ensure();
  await ensure();
  expect(told).toBe('Building the browser UI, once…\n');
});

test('a build that fails is told with its words', async () => {
  await packageThat('echo no such component >&2; exit 1');
  await expect(ensure()).rejects.toMatchObject({
    code: 'SETTINGS',
    message: expect.stringContaining('no such component'),
  });
});

test('without sources, what is missing is told', async () => {
  await expect(ensure()).rejects.toMatchObject({
    code: 'SETTINGS',
    message: expect.stringContaining('dist/ui/index.html'),
  });
  expect(told).toBe('');
});
