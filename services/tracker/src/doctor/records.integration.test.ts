import { expect, test } from 'vitest';
import { eventLines } from '../../fixtures/damage.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { Board, type BoardOptions } from '../board/board.ts';
import { initBoard } from '../board/init-board.ts';
import type { Transaction } from '../board/transaction.ts';
import type { Deed } from '../event/event.ts';
import type { Check } from './check.ts';
import { checks } from './checks.ts';
import { Patient } from './patient.ts';
import { type CheckResult, type DoctorReport, runDoctor } from './run-doctor.ts';

interface Fault {
  readonly check: string;
  /** What two clones that knew nothing of each other can have written, or somebody by hand. */
  readonly make: (transaction: Transaction) => void;
  readonly mends: boolean;
}

const ids = ['A', 'B', 'C', 'D'].map(letter => `01KAK3S2000000000000000${letter}00`);
const [one = '', two = '', three = '', gone = ''] = ids;

function create(number: number, set: Readonly<Record<string, string | string[]>> = {}): Deed {
  return { op: 'create', number, set: { title: `Number ${number}`, ...set } };
}

const faults: readonly Fault[] = [
  {
    check: 'duplicate-numbers',
    make: transaction => {
      for (const id of [one, two, three]) transaction.add('ticket', id, create(1));
    },
    mends: true,
  },
  {
    check: 'dangling-epic',
    make: transaction => transaction.add('story', one, create(1, { epicId: gone })),
    mends: false,
  },
  {
    check: 'dangling-story',
    make: transaction => transaction.add('ticket', one, create(1, { storyId: gone })),
    mends: true,
  },
  {
    check: 'dangling-dependency',
    make: transaction => transaction.add('ticket', one, create(1, { dependsOn: [gone] })),
    mends: true,
  },
  {
    check: 'dependency-cycle',
    make: transaction => {
      transaction.add('ticket', one, create(1, { dependsOn: [two] }));
      transaction.add('ticket', two, create(2, { dependsOn: [three] }));
      transaction.add('ticket', three, create(3));
      transaction.add('ticket', three, { op: 'edit', add: { dependsOn: [one, three] } });
    },
    mends: true,
  },
  {
    check: 'children-of-deleted',
    make: transaction => {
      transaction.add('epic', one, create(1));
      transaction.add('story', two, create(1, { epicId: one }));
      transaction.add('ticket', three, create(1, { storyId: two }));
      transaction.add('epic', one, { op: 'delete' });
      transaction.add('story', two, { op: 'delete' });
    },
    mends: true,
  },
  {
    check: 'forge-links',
    make: transaction => {
      const issue = {
        repo: 'acme/shop',
        number: 7,
        url: 'https://forge.example/acme/shop/issues/7',
      };
      for (const [at, id] of [one, two].entries()) {
        transaction.add('ticket', id, create(at + 1));
        transaction.add('ticket', id, { op: 'link-forge', issue, base: null });
      }
    },
    mends: false,
  },
  {
    check: 'mixed-types',
    make: transaction => {
      transaction.add('ticket', one, create(1));
      transaction.add('story', one, { op: 'delete' });
    },
    mends: false,
  },
];

test.each(faults)('$check is found', async ({ check, make, mends }) => {
  await using repository = await temporaryRepository();
  await write(repository, make);
  const before = await eventLines(repository);
  expect(resultOf(await examine(repository), check)).toMatchObject({
    status: 'failed',
    fixable: mends,
  });

  const fixed = await examine(repository, true);
  expect(resultOf(fixed, check).status).toBe(mends ? 'fixed' : 'failed');
  const after = await examine(repository);
  expect(failed(after)).toEqual(mends ? [] : [check]);
  const lines = new Set(await eventLines(repository));
  expect(before.filter(line => !lines.has(line))).toEqual([]);
});

test('the dependency that closed the cycle is the one that goes', async () => {
  await using repository = await temporaryRepository();
  await write(repository, transaction => {
    transaction.add('ticket', one, create(1));
    transaction.add('ticket', two, create(2, { dependsOn: [one] }));
    transaction.add('ticket', one, { op: 'edit', add: { dependsOn: [two] } });
  });
  await examine(repository, true);
  const board = await Board.open(optionsOf(repository));
  const rows = board.cache.all("SELECT record, member FROM members WHERE field = 'dependsOn'");
  board.close();
  expect(rows).toEqual([{ record: two, member: one }]);
});

test('of the records that share a number, the first by id keeps it', async () => {
  await using repository = await temporaryRepository();
  await write(repository, transaction => {
    for (const id of [three, one, two]) transaction.add('ticket', id, create(5));
  });
  await examine(repository, true);
  const board = await Board.open(optionsOf(repository));
  const rows = board.cache.all('SELECT id, number FROM records ORDER BY number');
  board.close();
  expect(rows).toEqual([
    { id: one, number: 5 },
    { id: two, number: 6 },
    { id: three, number: 7 },
  ]);
});

test('events of the future are told, and no more than can be read of many problems', async () => {
  await using repository = await temporaryRepository();
  const later = Date.now() + 3 * 86_400_000;
  await write(
    repository,
    transaction => {
      for (let number = 1; number <= 30; number += 1) {
        transaction.add('ticket', transaction.newId(), create(number));
      }
    },
    later,
  );
  const { problems, total, status } = resultOf(await examine(repository), 'clock-skew');
  expect([status, problems.length, total]).toEqual(['failed', 20, 30]);
});

test('a check that fails by itself is a failure of that check alone', async () => {
  await using repository = await temporaryRepository();
  await write(repository, () => {});
  const broken: Check = {
    name: 'broken',
    severity: 'error',
    concerns: 'surroundings',
    about: 'nothing',
    remedy: 'none',
    find: () => Promise.reject(new Error('it broke')),
  };
  const report = await runDoctor(patientOf(repository), [broken, ...checks], { fix: false });
  expect(resultOf(report, 'broken')).toMatchObject({ status: 'failed', total: 1 });
  expect(failed(report)).toEqual(['broken']);
  expect(report.exitCode).toBe(2);
});

function optionsOf({ path }: TemporaryRepository, now = Date.now()): BoardOptions {
  const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes));
  return { repo: path, branch: 'tracker-data', surroundings: { now: () => now, random } };
}

async function write(
  repository: TemporaryRepository,
  plan: (transaction: Transaction) => void,
  now = Date.now(),
): Promise<void> {
  const { board } = await initBoard(optionsOf(repository, now), 'Ann');
  await board.write('Ann', plan);
  board.close();
}

function patientOf(repository: TemporaryRepository): Patient {
  const { repo, branch, surroundings } = optionsOf(repository);
  return new Patient({
    repo,
    branch,
    surroundings,
    remote: 'origin',
    actor: () => Promise.resolve('Doc'),
    signal: AbortSignal.timeout(60_000),
  });
}

function examine(repository: TemporaryRepository, fix = false): Promise<DoctorReport> {
  return runDoctor(patientOf(repository), checks, { fix });
}

function resultOf(report: DoctorReport, name: string): CheckResult {
  const found = report.checks.find(check => check.name === name);
  if (found === undefined) throw new Error(`there is no check ${name}`);
  return found;
}

function failed(report: DoctorReport): string[] {
  return report.checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
}
