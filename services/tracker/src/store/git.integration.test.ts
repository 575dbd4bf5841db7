import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';
import { TrackerError } from '../errors.ts';
import { gitFailed, gitOutput, outcomeOf, runGit, startGit } from './git.ts';

const waiting = ['cat-file', '--batch'];

test('git that does not come to an end is stopped, and told', async () => {
  await using repository = await temporaryRepository();
  const child = startGit(repository, waiting);
  const ended = new Promise(resolve => child.on('close', resolve));
  await expect(outcomeOf(child, waiting, 50)).rejects.toMatchObject({
    code: 'GIT_FAILED',
    message: 'git cat-file took longer than 0.05 s',
    remedy: expect.any(String),
  });
  await ended;
});

test('git is stopped when it is asked to, with the reason that was given', async () => {
  await using repository = await temporaryRepository();
  const reason = new TrackerError('REMOTE_FAILED', 'stopped');
  const stop = new AbortController();
  const child = startGit(repository, waiting);
  const outcome = outcomeOf(child, waiting, 60_000, { signal: stop.signal });
  stop.abort(reason);
  await expect(outcome).rejects.toBe(reason);
  const before = runGit(repository, ['version'], { signal: AbortSignal.abort(reason) });
  await expect(before).rejects.toBe(reason);
});

test('a failure has git’s words in one line, and a remedy', async () => {
  await using repository = await temporaryRepository();
  const failing = gitOutput(repository, ['rev-parse', '--verify', 'none']);
  await expect(failing).rejects.toMatchObject({
    code: 'GIT_FAILED',
    message: 'git rev-parse ended with exit code 128: fatal: Needed a single revision',
    remedy: expect.any(String),
  });
  expect(await runGit(repository, ['rev-parse', '--verify', '--quiet', 'none'])).toMatchObject({
    exitCode: 1,
  });
});

test('input that git does not read hurts nobody', async () => {
  await using repository = await temporaryRepository();
  const input = Buffer.alloc(5_000_000, 'x');
  expect(await runGit(repository, ['version'], { input })).toMatchObject({ exitCode: 0 });
});

test('a remote that is a command line is not run', async () => {
  await using repository = await temporaryRepository();
  await repository.git('config', 'protocol.ext.allow', 'always');
  const outcome = await runGit(repository, ['ls-remote', `ext::touch ${repository.folder}/ran`]);
  expect(outcome.exitCode).toBe(128);
  expect(await readdir(repository.folder)).not.toContain('ran');
});

test('objects that the user has replaced are read as they are', async () => {
  await using repository = await temporaryRepository();
  const one = await repository.git('rev-parse', 'HEAD:README');
  const written = await runGit(repository, ['hash-object', '-w', '--stdin'], { input: 'x' });
  const two = written.stdout.toString().trim();
  await repository.git('replace', one, two);
  expect(await repository.git('cat-file', 'blob', one)).toBe('x');
  const { stdout } = await runGit(repository, ['cat-file', 'blob', one]);
  expect(stdout.toString()).toBe("the user's own work\n");
});

test.each([
  "fatal: sha1 file '/x/tmp_pack' write error. Out of diskspace",
  'error: unable to write file: No space left on device',
])('of a full disk the remedy is room, as doctor finds nothing: %s', stderr => {
  const outcome = { exitCode: 128, stdout: Buffer.alloc(0), stderr };
  expect(gitFailed(['fast-import'], outcome).remedy).toContain('make room');
});
