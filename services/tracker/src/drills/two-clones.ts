import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { runIn } from '../../fixtures/run-command.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { isObject } from '../record/is-object.ts';
import { type DrillRecord, listTickets, recordIn } from './drill-records.ts';

/** Two clones of one bare remote that has a tracker without records; the second has not synced yet. */
export interface Pair extends AsyncDisposable {
  readonly one: TemporaryRepository;
  readonly two: TemporaryRepository;
}

export async function twoClones(): Promise<Pair> {
  const one = await temporaryRepository({ remote: true });
  const two = await one.clone('two');
  await runIn(one, 'init');
  await sync(one);
  return {
    one,
    two,
    async [Symbol.asyncDispose]() {
      await two[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
    },
  };
}

export interface Report {
  readonly received: number;
  readonly sent: number;
  readonly renumbered: readonly unknown[];
  readonly warnings: readonly unknown[];
  readonly commit: string;
}

/** Syncs by the real command. Throws unless it went well. */
export async function sync(repository: TemporaryRepository): Promise<Report> {
  const { exitCode, json, stdout, stderr } = await runIn(repository, 'sync');
  if (exitCode !== 0 || !isReport(json)) throw new Error(`${stdout}${stderr}`);
  return json;
}

function isReport(json: unknown): json is Report {
  return isObject(json) && Array.isArray(json.renumbered) && typeof json.commit === 'string';
}

export async function create(
  repository: TemporaryRepository,
  title: string,
  ...options: string[]
): Promise<DrillRecord> {
  return recordIn(
    (await runIn(repository, 'ticket', 'create', `--title=${title}`, ...options)).json,
  );
}

/** Of every ticket. */
export async function numbers(repository: TemporaryRepository): Promise<Record<string, number>> {
  const tickets = await listTickets(repository);
  return Object.fromEntries(tickets.map(({ id, number }) => [id, number]));
}

export interface Failure {
  readonly exitCode: number | undefined;
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** The error that a command ends with. Throws if it goes well. */
export async function failure(
  repository: Pick<TemporaryRepository, 'path' | 'env'>,
  ...argv: readonly string[]
): Promise<Failure> {
  const { exitCode, json, stdout, stderr } = await runIn(repository, ...argv);
  const error = isObject(json) ? json.error : undefined;
  if (exitCode === 0 || !isObject(error)) throw new Error(`it did not fail: ${stdout}${stderr}`);
  const { code, message, remedy } = error;
  return { exitCode, code: String(code), message: String(message), remedy: String(remedy) };
}

/** The commits that the two clones and their remote are at, each once. */
export async function headsOf({ one, two }: Pair): Promise<readonly string[]> {
  const heads = [
    await one.git('rev-parse', 'tracker-data'),
    await two.git('rev-parse', 'tracker-data'),
    await remoteHead({ one }),
  ];
  return [...new Set(heads)];
}

export async function remoteHead({ one }: Pick<Pair, 'one'>): Promise<string> {
  return (await one.git('ls-remote', 'origin', 'refs/heads/tracker-data')).split('\t')[0] ?? '';
}

/** Somebody pushes a commit of their own, with these files, onto the remote's data branch. */
export async function commitOnTop(
  { one }: Pick<Pair, 'one'>,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const head = await remoteHead({ one });
  await importCommit(one, `from ${head}\n`, files);
}

/** Somebody replaces the remote's data branch by a history of its own, without records. */
export async function rewriteRemote({ one }: Pick<Pair, 'one'>): Promise<void> {
  await importCommit(one, '', { 'format.json': '{"format":1}\n' });
}

async function importCommit(
  one: TemporaryRepository,
  from: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const changes = Object.entries(files).map(
    ([path, content]) =>
      `M 100644 inline ${JSON.stringify(path)}\ndata ${Buffer.byteLength(content)}\n${content}\n`,
  );
  const input = `commit refs/heads/tracker-data\ncommitter A <a> 1 +0000\ndata 1\nx\n${from}${changes.join('')}done\n`;
  await one.asUser(async () => {
    await execa('git', ['fast-import', '--quiet', '--done', '--force'], {
      cwd: String(one.remote),
      env: one.env,
      extendEnv: false,
      input,
    });
  });
}

export async function writeHook(remote: string, name: string, script: string): Promise<void> {
  await mkdir(join(remote, 'hooks'), { recursive: true });
  const file = join(remote, 'hooks', name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

/** A setting of what the remote receives. */
export async function setRule(remote: string, name: string, value: string): Promise<void> {
  await execa('git', ['config', `receive.${name}`, value], { cwd: remote });
}
