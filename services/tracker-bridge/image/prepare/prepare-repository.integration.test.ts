import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareRepository } from './prepare-repository.ts';

const command = fileURLToPath(new URL('../bin/tracker.js', import.meta.resolve('@picket/tracker')));
const branch = undefined;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'picket-prepare-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function tracker(path: string, ...argv: string[]) {
  const { stdout } = await execa(process.execPath, [
    ...[command, '--format=json', `--repo=${path}`, '--actor=Ann <ann@example.org>'],
    ...argv,
  ]);
  return JSON.parse(stdout);
}

async function remoteWithTicket(name: string): Promise<string> {
  const url = join(folder, name);
  await execa('git', ['init', '--quiet', '--bare', '--initial-branch=main', url]);
  await tracker(url, 'init');
  await tracker(url, 'ticket', 'create', '--title=From the remote');
  return url;
}

describe('a volume that is new', () => {
  test('is given a repository with a board', async () => {
    const path = join(folder, 'new', 'repository');
    const settings = { path, command, remote: undefined };
    expect(await prepareRepository(settings)).toBe('made');
    await tracker(path, 'ticket', 'create', '--title=Kept');
    expect(await prepareRepository(settings)).toBe('kept');
    expect(await tracker(path, 'ticket', 'read')).toMatchObject({ total: 1 });
    expect(await readdir(join(folder, 'new'))).toEqual(['repository']);
  });

  test('is given a clone with the remote’s board, whatever a cut-off clone has left', async () => {
    const url = await remoteWithTicket('remote.git');
    const path = join(folder, 'clone', 'repository');
    await mkdir(join(`${path}.partial`, '.git'), { recursive: true });
    await writeFile(join(`${path}.partial`, 'half'), 'a file');
    expect(await prepareRepository({ path, command, remote: { url, branch } })).toBe('cloned');
    expect(await tracker(path, 'ticket', 'read')).toMatchObject({
      items: [{ title: 'From the remote' }],
    });
    expect(await readdir(join(folder, 'clone'))).toEqual(['repository']);
  });

  test('is given a board where the remote has none', async () => {
    const url = join(folder, 'empty.git');
    await execa('git', ['init', '--quiet', '--bare', url]);
    const path = join(folder, 'boardless', 'repository');
    expect(await prepareRepository({ path, command, remote: { url, branch } })).toBe('cloned');
    expect(await tracker(path, 'ticket', 'read')).toMatchObject({ total: 0 });
  });

  test('stays new where the remote cannot be cloned', async () => {
    const path = join(folder, 'failed', 'repository');
    const remote = { url: join(folder, 'nowhere.git'), branch };
    await expect(prepareRepository({ path, command, remote })).rejects.toThrow('nowhere.git');
    expect(await readdir(join(folder, 'failed'))).not.toContain('repository');
  });
});

describe('a volume that has a repository', () => {
  test('keeps it where the remote is gone, and follows an address that changed', async () => {
    const url = await remoteWithTicket('moving.git');
    const path = join(folder, 'moved', 'repository');
    await prepareRepository({ path, command, remote: { url, branch } });
    const remote = { url: join(folder, 'moved-to.git'), branch };
    expect(await prepareRepository({ path, command, remote })).toBe('kept');
    const { stdout } = await execa('git', ['-C', path, 'remote', 'get-url', 'origin']);
    expect(stdout).toBe(remote.url);
    expect(await tracker(path, 'ticket', 'read')).toMatchObject({ total: 1 });
  });

  test('is left alone where what is there is no repository', async () => {
    const path = join(folder, 'other', 'repository');
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'notes'), 'of somebody');
    const settings = { path, command, remote: undefined };
    await expect(prepareRepository(settings)).rejects.toThrow(
      /cannot be opened. Repair it, or move it away.*\nfatal: not a git repository/,
    );
    expect(await readdir(path)).toEqual(['notes']);
  });
});
