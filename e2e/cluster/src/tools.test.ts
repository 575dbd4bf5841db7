import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTools } from './tools.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'picket-tools-'));
  vi.stubEnv('PICKET_TOOLS', root);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
});

test('says how to build a command that is missing', async () => {
  await expect(findTools(['kubectl'])).rejects.toThrow(/kubectl is not in .*: run make tools$/);
});

test('finds the folder of the version in go.mod', async () => {
  const wanted = await findTools([]);
  expect(wanted).toMatch(new RegExp(`^${root}/v1\\.\\d+\\.\\d+$`));
  await mkdir(wanted);
  await writeFile(join(wanted, 'kubectl'), '', { mode: 0o755 });
  expect(await findTools(['kubectl'])).toBe(wanted);
  await expect(findTools(['kubectl', 'helm'])).rejects.toThrow(/^helm is not in/);
});
