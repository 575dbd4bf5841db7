import { expect, test } from 'vitest';
import { runIn } from '../../fixtures/run-command.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';
import { Chance, isSoak } from './chance.ts';
import { type Acknowledged, makeChanges } from './clone-changes.ts';
import { type DrillRecord, listTickets, recordIn } from './drill-records.ts';

const chance = Chance.ofRun();

test(`10 clones make 20 changes each offline and sync in random order: all is there, everywhere the same (TRACKER_SEED=${chance.seed})`, async () => {
  await using drill = await beginDrill(10);
  const done = await drill.work([], 20);
  for (const round of [1, 2]) {
    for (const clone of chance.shuffled(drill.clones)) {
      const { exitCode, stdout } = await runIn(clone, 'sync');
      expect(exitCode, `round ${round}: ${stdout}`).toBe(0);
    }
  }
  await expectSame(drill.clones);
  await expectAll(drill, done);
}, 600_000);

const [racers, changes] = isSoak ? [10, 20] : [4, 5];

test(`${racers} clones race with --sync=full: all is there, everywhere the same (TRACKER_SEED=${chance.seed})`, async () => {
  await using drill = await beginDrill(racers);
  const done = await drill.work(['--sync=full'], changes);
  for (const clone of [...drill.clones, ...drill.clones]) {
    expect((await runIn(clone, 'sync')).exitCode).toBe(0);
  }
  await expectSame(drill.clones);
  await expectAll(drill, done);
}, 900_000);

interface Drill extends AsyncDisposable {
  readonly clones: readonly TemporaryRepository[];
  readonly shared: readonly DrillRecord[];
  /** All clones make their changes, at the same time. */
  readonly work: (options: readonly string[], changes: number) => Promise<readonly Acknowledged[]>;
}

/** Clones of one bare remote, which have three tickets in common. */
async function beginDrill(count: number): Promise<Drill> {
  const first = await temporaryRepository({ remote: true });
  expect((await runIn(first, 'init')).exitCode).toBe(0);
  const shared: DrillRecord[] = [];
  for (const name of ['a', 'b', 'c']) {
    shared.push(recordIn((await runIn(first, 'ticket', 'create', `--title=${name}`)).json));
  }
  expect((await runIn(first, 'sync')).exitCode).toBe(0);
  const others = await Promise.all(
    Array.from({ length: count - 1 }, (_, index) => first.clone(`clone-${index}`)),
  );
  await Promise.all(
    others.map(async clone => expect((await runIn(clone, 'sync')).exitCode).toBe(0)),
  );
  const clones = [first, ...others];
  return {
    clones,
    shared,
    work: (options, changes) =>
      Promise.all(
        clones.map((repository, index) =>
          makeChanges(
            { index, repository, shared, options, chance: new Chance(chance.seed + index) },
            changes,
          ),
        ),
      ),
    async [Symbol.asyncDispose]() {
      for (const clone of others) await clone[Symbol.asyncDispose]();
      await first[Symbol.asyncDispose]();
    },
  };
}

async function expectSame(clones: readonly TemporaryRepository[]): Promise<void> {
  const [first, ...others] = await Promise.all(
    clones.map(async clone => ({
      commit: await clone.git('rev-parse', 'tracker-data'),
      tree: await clone.git('ls-tree', '-r', 'tracker-data'),
      list: (await runIn(clone, 'ticket', 'read', '--limit=0')).stdout,
    })),
  );
  for (const other of others) expect(other).toEqual(first);
}

async function expectAll(drill: Drill, done: readonly Acknowledged[]): Promise<void> {
  const [first] = drill.clones;
  if (first === undefined) throw new Error('there is no clone');
  const tickets = await listTickets(first);
  const created = done.flatMap(clone => clone.created);
  expect(tickets).toHaveLength(drill.shared.length + created.length);
  expect(new Set(tickets.map(ticket => ticket.number)).size).toBe(tickets.length);
  const byId = new Map(tickets.map(ticket => [ticket.id, ticket]));
  for (const { id, title } of created) expect(byId.get(id)?.title).toBe(title);
  for (const { edits, labels, field } of done) {
    for (const [id, value] of edits) expect(fieldText(byId.get(id), field)).toBe(value);
    for (const { ticket, label } of labels) {
      expect(byId.get(ticket)?.document.labels).toContain(label);
    }
  }
  const comments = tickets.flatMap(({ document }) => bodiesOf(document.comments));
  expect(comments.sort()).toEqual(done.flatMap(clone => clone.comments).sort());
}

function fieldText(ticket: DrillRecord | undefined, field: string): string {
  return String(ticket?.document[field]);
}

function bodiesOf(comments: unknown): string[] {
  if (!Array.isArray(comments)) throw new Error('the ticket has no comments');
  return comments.map(({ body }: { readonly body: unknown }) => String(body));
}
