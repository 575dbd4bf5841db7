import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';
import { errorTable } from '../errors.ts';
import { createProgram } from './create-program.ts';

const page = fileURLToPath(new URL('../../../../docs/tracker.md', import.meta.url));
const command = fileURLToPath(new URL('../../bin/tracker.js', import.meta.url));

/** The examples of the page, line by line in order: they are one session. */
async function examples(): Promise<readonly string[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.split('\n').filter(line => line !== ''),
  );
}

test('every command on the page works, in the order it stands there', async () => {
  await using repository = await temporaryRepository({ remote: true });
  const bin = join(repository.folder, 'bin');
  await mkdir(bin);
  await writeFile(
    join(bin, 'tracker'),
    `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`,
    { mode: 0o755 },
  );
  const env = { ...repository.env, PATH: `${bin}:${repository.env.PATH}`, TRACKER_ACTOR: 'Ann' };
  const lines = await examples();
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    const { exitCode, stderr } = await execa('sh', ['-c', line], {
      cwd: repository.path,
      env,
      extendEnv: false,
      timeout: 60_000,
      reject: false,
    });
    expect({ line, exitCode, stderr }).toEqual({ line, exitCode: 0, stderr: '' });
  }
});

test('the page lists every option and every exit code', async () => {
  const text = await readFile(page, 'utf8');
  const program = createProgram({ stdout: process.stdout }, () => async () => {});
  for (const { long } of program.options) {
    if (long !== '--version') expect(text).toContain(`| \`${long}\` |`);
  }
  for (const { exit } of Object.values(errorTable)) expect(text).toContain(`\n| ${exit} | `);
});
