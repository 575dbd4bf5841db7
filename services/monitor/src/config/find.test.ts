import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findConfig } from './find.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'picket-find-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('prefers probes.yaml to picket.yaml to monika.yml', async () => {
  for (const name of ['monika.yml', 'picket.yaml', 'probes.yaml']) {
    await writeFile(join(directory, name), '');
    expect(await findConfig(directory)).toBe(join(directory, name));
  }
});

it('says what it looked for where there is none', async () => {
  await expect(findConfig(directory)).rejects.toMatchObject({
    code: 'PKT_CONFIG_NOT_FOUND',
    message: expect.stringMatching(/probes\.yaml, picket\.yaml, monika\.yml in .*picket-find-/),
  });
});
