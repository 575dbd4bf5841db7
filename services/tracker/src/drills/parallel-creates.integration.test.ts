import { expect, test } from 'vitest';
import { runCommand, runIn } from '../../fixtures/run-command.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { isObject } from '../record/is-object.ts';
import { isSoak } from './chance.ts';
import { listTickets, recordIn } from './drill-records.ts';

const processes = 50;
const syncing = isSoak ? 50 : 16;

async function createAtOnce(repository: TemporaryRepository, ...options: string[]) {
  const { path: cwd, env } = repository;
  const numbers = Array.from({ length: processes }, (_, index) => index + 1);
  const ran = await Promise.all(
    numbers.map(number =>
      runCommand(['--format=json', ...options, 'ticket', 'create', `--title=ticket ${number}`], {
        cwd,
        env,
        timeout: 300_000,
      }),
    ),
  );
  for (const { exitCode, stdout, stderr } of ran) {
    expect(exitCode, `${stdout}${stderr}`).toBe(0);
  }
  return ran.map(({ json }) => recordIn(json));
}

test('50 processes create tickets in parallel in one clone: all are stored, each with a number of its own', async () => {
  await using repository = await temporaryRepository();
  await runIn(repository, 'init');
  const acknowledged = await createAtOnce(repository);
  const stored = await listTickets(repository);
  expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(acknowledged.map(({ id }) => id)));
  expect(stored).toHaveLength(processes);
  expect(new Set(stored.map(({ number }) => number)).size).toBe(processes);
  expect(new Set(acknowledged.map(({ number }) => number)).size).toBe(processes);
  await repository.git('fsck', '--strict');
}, 300_000);

test(`${syncing} processes in two clones create and sync in parallel: all are on the remote, no number twice`, async () => {
  await using repository = await temporaryRepository({ remote: true });
  await using clone = await repository.clone('clone');
  await runIn(repository, 'init');
  await runIn(repository, 'sync');
  await runIn(clone, 'sync');
  const half = (number: number): TemporaryRepository => (number % 2 === 0 ? repository : clone);
  const ran = await Promise.all(
    Array.from({ length: syncing }, (_, number) => {
      const { path: cwd, env } = half(number);
      const argv = ['--format=json', '--sync=full', 'ticket', 'create', `--title=ticket ${number}`];
      return runCommand(argv, { cwd, env, timeout: 300_000 });
    }),
  );
  for (const { exitCode, stdout, stderr, json } of ran) {
    expect(exitCode, `${stdout}${stderr}`).toBe(0);
    expect(isObject(json) ? json.sync : undefined, stdout).toMatchObject({ ok: true });
  }
  for (const place of [repository, clone, repository, clone]) {
    expect((await runIn(place, 'sync')).exitCode).toBe(0);
  }
  const stored = await listTickets(repository);
  expect(stored).toHaveLength(syncing);
  expect(new Set(stored.map(({ number }) => number)).size).toBe(syncing);
  expect(await listTickets(clone)).toEqual(stored);
}, 300_000);
