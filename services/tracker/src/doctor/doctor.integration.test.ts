import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  boardWithTickets,
  commitFile,
  deleteObject,
  eventLines,
  gitIn,
  removeCache,
  ruinCache,
  segmentOf,
  truncateObject,
} from '../../fixtures/damage.ts';
import { type Ran, runIn } from '../../fixtures/run-command.ts';
import {
  type RepositoryOptions,
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';

interface Damage {
  readonly name: string;
  readonly harm: (repository: TemporaryRepository) => Promise<unknown>;
  /** The check that finds it, and the exit code of `doctor` then. */
  readonly check: string;
  readonly exitCode: number;
  readonly options?: RepositoryOptions;
  /** Whether the board was synced with a remote before. */
  readonly synced?: boolean;
  /** Whether tickets can be listed all the same, with a warning. */
  readonly readable?: 'warned' | 'silent';
}

const blobOf = async (repository: TemporaryRepository, at = 'tracker-data'): Promise<string> =>
  await gitIn(repository, ['rev-parse', `${at}:${await segmentOf(repository)}`]);
const oidOf = (repository: TemporaryRepository, name: string): Promise<string> =>
  gitIn(repository, ['rev-parse', name]);
const dataRef = ({ gitDir }: TemporaryRepository): string =>
  join(gitDir, 'refs/heads/tracker-data');
const addLines =
  (...lines: readonly string[]) =>
  async (repository: TemporaryRepository): Promise<unknown> =>
    await commitFile(repository, await segmentOf(repository), content =>
      [content, ...lines.map(line => `${line}\n`)].join(''),
    );

const mended: readonly Damage[] = [
  {
    name: 'a line that is no event',
    harm: addLines('{"id":"half of an ev', '<<<<<<< HEAD'),
    check: 'corrupt-lines',
    exitCode: 3,
    readable: 'warned',
  },
  {
    name: 'a newest version cut short, its lines in the cache',
    harm: async repository => {
      await runIn(repository, 'ticket', 'read');
      await truncateObject(repository, await blobOf(repository));
    },
    check: 'unreadable-objects',
    exitCode: 3,
    readable: 'silent',
  },
  {
    name: 'a newest version cut short, fetched again from the remote',
    synced: true,
    harm: async repository => {
      await truncateObject(repository, await blobOf(repository));
      await removeCache(repository);
    },
    check: 'unreadable-objects',
    exitCode: 3,
    readable: 'warned',
  },
  {
    name: 'a newest version deleted, the one before it left',
    harm: async repository => {
      await deleteObject(repository, await blobOf(repository));
      await rm(join(repository.gitDir, 'tracker'), { recursive: true });
    },
    check: 'unreadable-objects',
    exitCode: 3,
    readable: 'warned',
  },
  {
    name: 'an older version deleted',
    harm: async repository =>
      await deleteObject(repository, await blobOf(repository, 'tracker-data~1')),
    check: 'unreadable-history',
    exitCode: 0,
    readable: 'silent',
  },
  {
    name: 'a tree cut short, fetched again from the remote',
    synced: true,
    harm: async repository => {
      await truncateObject(repository, await oidOf(repository, 'tracker-data:segments'));
      await removeCache(repository);
    },
    check: 'unreadable-objects',
    exitCode: 3,
  },
  {
    name: 'the newest commit cut short, fetched again from the remote',
    synced: true,
    harm: async repository =>
      await truncateObject(repository, await oidOf(repository, 'tracker-data')),
    check: 'branch-ref',
    exitCode: 3,
  },
  {
    name: 'the newest commit cut short, its lines in the cache',
    harm: async repository => {
      await runIn(repository, 'ticket', 'read');
      await truncateObject(repository, await oidOf(repository, 'tracker-data'));
    },
    check: 'branch-ref',
    exitCode: 3,
  },
  {
    name: 'an empty ref file',
    harm: async repository => await writeFile(dataRef(repository), ''),
    check: 'branch-ref',
    exitCode: 3,
  },
  {
    name: 'a ref that points to nothing',
    harm: async repository => await writeFile(dataRef(repository), `${'1'.repeat(40)}\n`),
    check: 'branch-ref',
    exitCode: 3,
  },
  {
    name: 'a branch moved back by force',
    harm: async repository =>
      await gitIn(repository, ['update-ref', 'refs/heads/tracker-data', 'tracker-data~2']),
    check: 'branch-rewound',
    exitCode: 3,
    readable: 'silent',
  },
  {
    name: 'a branch moved back by force in a bare repository, and read since',
    options: { bare: true },
    harm: async repository => {
      await runIn(repository, 'ticket', 'read');
      await gitIn(repository, ['update-ref', 'refs/heads/tracker-data', 'tracker-data~2']);
      await runIn(repository, 'ticket', 'read');
    },
    check: 'branch-rewound',
    exitCode: 3,
    readable: 'silent',
  },
  {
    name: 'a line taken out by a commit',
    harm: async repository =>
      await commitFile(repository, await segmentOf(repository), content =>
        content.split('\n').slice(1).join('\n'),
      ),
    check: 'lost-lines',
    exitCode: 3,
    readable: 'silent',
  },
  {
    name: 'a cache full of garbage',
    harm: ruinCache,
    check: 'cache-integrity',
    exitCode: 3,
  },
  {
    name: 'a packed repository with a corrupt pack, the remote whole',
    synced: true,
    harm: async repository => {
      await gitIn(repository, ['repack', '-adq']);
      await gitIn(repository, ['prune-packed']);
      const folder = join(repository.gitDir, 'objects/pack');
      const pack = (await readdir(folder)).find(name => name.endsWith('.pack')) ?? '';
      const content = await readFile(join(folder, pack));
      content.fill(0, Math.floor(content.length / 2), content.length - 20);
      await rm(join(folder, pack));
      await writeFile(join(folder, pack), content);
      await removeCache(repository);
    },
    check: 'unreadable-objects',
    exitCode: 3,
  },
  {
    name: 'format.json taken out',
    harm: async repository => {
      const input = (await gitIn(repository, ['ls-tree', 'tracker-data']))
        .split('\n')
        .filter(line => !line.endsWith('format.json'))
        .join('\n');
      const tree = await gitIn(repository, ['mktree'], `${input}\n`);
      const commit = await gitIn(repository, [
        'commit-tree',
        tree,
        '-p',
        'tracker-data',
        '-m',
        'harm',
      ]);
      await gitIn(repository, ['update-ref', 'refs/heads/tracker-data', commit]);
    },
    check: 'format-file',
    exitCode: 3,
  },
  {
    name: 'a lock that a git left behind',
    harm: async repository => await oldFile(`${dataRef(repository)}.lock`, ''),
    check: 'stale-locks',
    exitCode: 0,
    readable: 'silent',
  },
  {
    name: 'the report of a fast-import of ours that crashed',
    harm: async repository =>
      await oldFile(join(repository.gitDir, 'fast_import_crash_1'), 'refs/heads/tracker-data'),
    check: 'crash-litter',
    exitCode: 0,
    readable: 'silent',
  },
  {
    name: 'an object that a killed git had begun to write',
    harm: async repository => await oldFile(join(repository.gitDir, 'objects/ad/tmp_obj_a'), ''),
    check: 'crash-litter',
    exitCode: 0,
    readable: 'silent',
  },
  {
    name: 'a damaged writer name',
    harm: async repository => await writeFile(join(repository.gitDir, 'tracker/writer'), 'half'),
    check: 'writer-name',
    exitCode: 0,
    readable: 'silent',
  },
];

describe('damage that --fix mends', () => {
  test.each(mended)('$name', { timeout: 180_000 }, async damage => {
    await using repository = await boardFor(damage);
    const before = await eventLines(repository);
    await repository.asUser(async () => {
      await damage.harm(repository);
    });

    const found = await runIn(repository, 'doctor');
    expect(statusOf(found, damage.check), told(found)).toBe('failed');
    expect(found.exitCode).toBe(damage.exitCode);
    if (damage.readable !== undefined) await expectReadable(repository, damage.readable);

    const fixing = await repository.asUser(() =>
      runIn(repository, '--actor=Doc', 'doctor', '--fix'),
    );
    expect(statusOf(fixing, damage.check), told(fixing)).toBe('fixed');
    const after = await runIn(repository, 'doctor');
    expect(failedIn(after).filter(isNoTrace), told(after)).toEqual([]);
    expect(after.exitCode).toBe(0);

    const lines = new Set(await eventLines(repository));
    const isLost = damage.name.includes('the one before it left');
    expect(before.filter(line => !lines.has(line))).toHaveLength(isLost ? 1 : 0);
    expect((await runIn(repository, 'ticket', 'create', '--title=Goes on')).exitCode).toBe(0);
  });
});

/** What the history goes on telling of a harm that was mended. */
function isNoTrace(name: string): boolean {
  return !['history-proof', 'unreadable-history', 'unpushed-work', 'cache-current'].includes(name);
}

async function boardFor({ options, synced }: Damage): Promise<TemporaryRepository> {
  const repository = await temporaryRepository({ ...options, remote: synced === true });
  await boardWithTickets(repository);
  if (synced === true) expect((await runIn(repository, 'sync')).exitCode).toBe(0);
  return repository;
}

async function expectReadable(
  repository: TemporaryRepository,
  how: 'warned' | 'silent',
): Promise<void> {
  const read = await runIn(repository, 'ticket', 'read');
  expect(read.exitCode, read.stdout).toBe(0);
  expect(read.json).toHaveProperty('items');
  if (how === 'warned') expect(read.stderr).toContain('tracker doctor');
  else expect(read.stderr).toBe('');
}

async function oldFile(path: string, content: string): Promise<void> {
  const then = Date.now() / 1000 - 7_200;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await utimes(path, then, then);
}

/** What was not in order, for whoever reads a failure. */
function told(ran: Ran): string {
  return JSON.stringify(
    checksOf(ran).filter(({ status }) => status !== 'ok'),
    null,
    1,
  );
}

function checksOf({ json }: Ran): readonly { name: string; status: string }[] {
  if (typeof json !== 'object' || json === null || !('checks' in json)) return [];
  return Array.isArray(json.checks) ? json.checks : [];
}

function statusOf(ran: Ran, name: string): string | undefined {
  return checksOf(ran).find(check => check.name === name)?.status;
}

function failedIn(ran: Ran): string[] {
  return checksOf(ran)
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
}
