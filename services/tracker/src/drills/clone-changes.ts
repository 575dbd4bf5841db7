import { type Ran, runCommand } from '../../fixtures/run-command.ts';
import type { TemporaryRepository } from '../../fixtures/temporary-repository.ts';
import type { Chance } from './chance.ts';
import { type DrillRecord, recordIn } from './drill-records.ts';

/** A field that only one clone edits, and what a ticket must hold there in the end. */
const fieldOfClone = [
  { flag: 'title', field: 'title', value: (count: number) => `title ${count}` },
  { flag: 'body', field: 'body', value: (count: number) => `body ${count}` },
  { flag: 'assignee', field: 'assignee', value: (count: number) => `person ${count}` },
  { flag: 'size', field: 'size', value: (count: number) => ['xs', 's', 'm', 'l'][count % 4] ?? '' },
  { flag: 'estimate', field: 'estimate', value: (count: number) => `${count + 1}` },
  {
    flag: 'priority',
    field: 'priority',
    value: (count: number) => ['low', 'high'][count % 2] ?? '',
  },
  { flag: 'start-work-at', field: 'startWorkAt', value: (count: number) => instant(count) },
  { flag: 'target-finish-at', field: 'targetFinishAt', value: (count: number) => instant(count) },
  { flag: 'status', field: 'status', value: (count: number) => ['todo', 'done'][count % 2] ?? '' },
  { flag: 'linked-branch', field: 'linkedBranches', value: (count: number) => `branch-${count}` },
] as const;

function instant(count: number): string {
  return new Date(Date.UTC(2026, 0, 1 + count)).toISOString();
}

/** What one clone was told was stored. */
export interface Acknowledged {
  readonly created: DrillRecord[];
  readonly comments: string[];
  readonly labels: { readonly ticket: string; readonly label: string }[];
  /** By ticket: the last value of the clone's own field. */
  readonly edits: Map<string, string>;
  readonly field: string;
}

export interface CloneAtWork {
  readonly index: number;
  readonly repository: TemporaryRepository;
  /** Tickets that all clones have from the beginning. */
  readonly shared: readonly DrillRecord[];
  readonly options: readonly string[];
  readonly chance: Chance;
}

/** Makes changes of every kind by the real command, one after the other. Throws if one of them is refused. */
export async function makeChanges(clone: CloneAtWork, changes: number): Promise<Acknowledged> {
  const own = fieldOfClone[clone.index % fieldOfClone.length] ?? fieldOfClone[0];
  const done: Acknowledged = {
    created: [],
    comments: [],
    labels: [],
    edits: new Map(),
    field: own.field,
  };
  for (let count = 0; count < changes; count += 1) {
    const ticket = clone.chance.pick(clone.shared).id;
    const name = `${clone.index}-${count}`;
    // The first four are one of each, whatever chance says.
    const kind = count < 4 ? count : clone.chance.below(4);
    if (kind === 0) {
      done.created.push(recordIn((await run(clone, 'create', `--title=made ${name}`)).json));
    } else if (kind === 1) {
      const value = own.value(count);
      await run(clone, 'update', `--id=${ticket}`, `--${own.flag}=${value}`);
      done.edits.set(ticket, value);
    } else if (kind === 2) {
      await run(clone, 'comment', `--id=${ticket}`, `--body=comment ${name}`);
      done.comments.push(`comment ${name}`);
    } else {
      await run(clone, 'update', `--id=${ticket}`, `--add-label=label-${name}`);
      done.labels.push({ ticket, label: `label-${name}` });
    }
  }
  return done;
}

async function run({ repository, options }: CloneAtWork, ...argv: string[]): Promise<Ran> {
  const { path: cwd, env } = repository;
  const ran = await runCommand(['--format=json', ...options, 'ticket', ...argv], {
    cwd,
    env,
    timeout: 300_000,
  });
  if (ran.exitCode !== 0) throw new Error(`${argv.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran;
}
