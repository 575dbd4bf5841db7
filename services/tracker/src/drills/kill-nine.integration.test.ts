import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runIn } from '../../fixtures/run-command.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { isObject } from '../record/is-object.ts';
import { Chance, isSoak } from './chance.ts';
import { listTickets, recordIn } from './drill-records.ts';
import { startGitDaemon } from './git-daemon.ts';
import { runAndKill } from './killed-command.ts';
import { sync } from './two-clones.ts';

const chance = Chance.ofRun();
const kills = isSoak ? 200 : 30;

/** One deed of the drill, and what must be found in the end if it was acknowledged. */
interface Deed {
  readonly argv: readonly string[];
  readonly promises: string | undefined;
}

test(`${kills} kills at random moments lose nothing that was acknowledged (TRACKER_SEED=${chance.seed})`, async () => {
  await using first = await temporaryRepository({ remote: true });
  await using daemon = await startGitDaemon(first.folder);
  await first.git('remote', 'set-url', 'origin', daemon.address('remote.git'));
  await runIn(first, 'init');
  const shared = recordIn((await runIn(first, 'ticket', 'create', '--title=shared')).json);
  await sync(first);
  await using second = await first.clone('second');
  await second.git('remote', 'set-url', 'origin', daemon.address('remote.git'));
  await sync(second);
  const longest = 1.2 * (await durationOf(first));

  const promised: string[] = [];
  let acknowledged = 0;
  for (let count = 0; count < kills; count += 1) {
    const deed = nextDeed(count, shared.id);
    const clone = chance.pick([first, second]);
    const victim = chance.pick(['command', 'group'] as const);
    const { said } = await runAndKill(clone, deed.argv, chance.below(longest), victim);
    if (!isObject(said) || said.ok !== true) continue;
    acknowledged += 1;
    if (deed.promises !== undefined) promised.push(deed.promises);
  }
  // Were all of them killed too early, or none, this would show nothing.
  expect(acknowledged).toBeGreaterThan(0);
  expect(acknowledged).toBeLessThan(kills);

  const clones = [first, second];
  for (const clone of clones) await mendLocks(clone);
  for (const clone of [...clones, ...clones]) await sync(clone);
  const tickets = await listTickets(first);
  const found = JSON.stringify(tickets.map(ticket => ticket.document));
  for (const promise of promised) expect(found).toContain(JSON.stringify(promise));
  expect(new Set(tickets.map(ticket => ticket.number)).size).toBe(tickets.length);
  expect(await listTickets(second)).toEqual(tickets);
  for (const clone of clones) await expectClean(clone);
}, 1_800_000);

function nextDeed(count: number, shared: string): Deed {
  const text = `deed ${count}.`;
  const deeds: readonly Deed[] = [
    { argv: ['ticket', 'create', `--title=${text}`], promises: text },
    { argv: ['--sync=full', 'ticket', 'create', `--title=${text}`], promises: text },
    { argv: ['ticket', 'update', `--id=${shared}`, `--add-label=${text}`], promises: text },
    { argv: ['ticket', 'comment', `--id=${shared}`, `--body=${text}`], promises: text },
    { argv: ['sync'], promises: undefined },
  ];
  return chance.pick(deeds);
}

/** Milliseconds that a command takes here and now which syncs and writes. */
async function durationOf(repository: TemporaryRepository): Promise<number> {
  const begun = performance.now();
  await runIn(repository, '--sync=full', 'ticket', 'create', '--title=measured');
  return performance.now() - begun;
}

/** A git killed within the instant that it holds a lock leaves it: an hour later, doctor takes it away. */
async function mendLocks(clone: TemporaryRepository): Promise<void> {
  const locks = await filesLike(clone.gitDir, /\.lock$/);
  for (const file of locks) await utimes(file, 0, 0);
  if (locks.length > 0) await runIn(clone, 'doctor', '--fix');
}

async function expectClean(clone: TemporaryRepository): Promise<void> {
  expect(await filesLike(clone.gitDir, /\.lock$/)).toEqual([]);
  for (const file of await filesLike(clone.gitDir, /^(fast_import_crash|tmp_)/)) {
    await utimes(file, 0, 0);
  }
  const doctor = await runIn(clone, 'doctor', '--fix');
  expect(doctor.exitCode, doctor.stdout).toBe(0);
  expect(await filesLike(clone.gitDir, /^(fast_import_crash|tmp_)/)).toEqual([]);
  expect((await runIn(clone, 'doctor')).exitCode).toBe(0);
  await clone.git('fsck', '--strict');
}

async function filesLike(folder: string, form: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && form.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name));
}
