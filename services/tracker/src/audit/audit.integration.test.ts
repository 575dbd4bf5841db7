import { expect, test } from 'vitest';
import {
  boardWithTickets,
  commitFile,
  deleteObject,
  gitIn,
  segmentOf,
} from '../../fixtures/damage.ts';
import { type Ran, runIn } from '../../fixtures/run-command.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';

interface Tampering {
  readonly name: string;
  readonly harm: (repository: TemporaryRepository, segment: string) => Promise<unknown>;
  readonly kinds: readonly string[];
}

const edit =
  (change: (content: string) => string): Tampering['harm'] =>
  (repository, segment) =>
    commitFile(repository, segment, change);

/** An event as a tracker would write it now, by Ann; its id is above all others. */
function forged(at = new Date().toISOString()): string {
  return `{"id":"7ZZZ0000000000000000000000","at":"${at}","by":"Ann","type":"ticket","record":"01KAK3S2000000000000000000","op":"create","number":9,"set":{"title":"Forged"}}\n`.replace(
    '7ZZZ000000',
    idNow(),
  );
}

/** The time of an event id, a little ahead of this clock. */
function idNow(): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let text = '';
  for (let rest = Date.now() + 5_000; text.length < 10; rest = Math.floor(rest / 32)) {
    text = alphabet.charAt(rest % 32) + text;
  }
  return text;
}

const tamperings: readonly Tampering[] = [
  {
    name: 'a line that was taken out',
    harm: edit(content => content.split('\n').slice(1).join('\n')),
    kinds: ['removed-line'],
  },
  {
    name: 'an event that was rewritten',
    harm: edit(content => content.replace('"Two"', '"Too"')),
    kinds: ['rewritten-line'],
  },
  {
    name: 'an event in the name of somebody else',
    harm: edit(content => content + forged()),
    kinds: ['foreign-name'],
  },
  {
    name: 'an event that was made to look old',
    harm: edit(content => content + forged().replace(/"id":"[^"]{10}/, '"id":"01KAK3S200')),
    kinds: ['foreign-name', 'out-of-order', 'implausible-time'],
  },
  {
    name: 'an event of another time',
    harm: edit(content => content + forged('2020-01-01T00:00:00.000Z')),
    kinds: ['foreign-name', 'implausible-time'],
  },
  {
    name: 'a line that is no event',
    harm: edit(content => `${content}not an event\n`),
    kinds: ['no-event'],
  },
  {
    name: 'a version that is gone',
    harm: async (repository, segment) =>
      await deleteObject(
        repository,
        await gitIn(repository, ['rev-parse', `tracker-data~1:${segment}`]),
      ),
    kinds: ['unreadable'],
  },
  {
    name: 'a merge that left out what one side had',
    harm: async repository => {
      const ours = await gitIn(repository, ['rev-parse', 'tracker-data~1^{tree}']);
      const args = [
        'commit-tree',
        ours,
        '-p',
        'tracker-data~1',
        '-p',
        'tracker-data',
        '-m',
        'merge',
      ];
      const merge = await gitIn(repository, args);
      await gitIn(repository, ['update-ref', 'refs/heads/tracker-data', merge]);
    },
    kinds: ['removed-line'],
  },
];

test.each(tamperings)('$name is found, with its commit', async ({ harm, kinds }) => {
  await using repository = await temporaryRepository();
  await boardWithTickets(repository);
  expect(await verify(repository)).toMatchObject({
    exitCode: 0,
    json: { ok: true, commits: 4, events: 3 },
  });
  const segment = await segmentOf(repository);
  await repository.asUser(() => harm(repository, segment));
  const ran = await verify(repository);
  expect(ran.exitCode).toBe(3);
  const findings = findingsOf(ran);
  expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(kinds));
  const head = await gitIn(repository, ['rev-parse', 'tracker-data']);
  for (const { kind, commit, where } of findings) {
    expect(where).toBe(segment);
    if (kind !== 'unreadable') expect(commit).toBe(head);
  }
});

test('what two clones merged, and what was put into quarantine, is no tampering', async () => {
  await using repository = await temporaryRepository({ remote: true });
  await boardWithTickets(repository);
  await runIn(repository, 'sync');
  await using other = await repository.clone('other');
  await runIn(other, 'sync');
  await Promise.all([
    runIn(other, '--actor=Cy', 'ticket', 'create', '--title=Theirs'),
    runIn(repository, '--actor=Ann', 'ticket', 'create', '--title=Ours'),
  ]);
  for (const clone of [other, repository, other])
    expect((await runIn(clone, 'sync')).exitCode).toBe(0);
  expect(await verify(repository)).toMatchObject({ exitCode: 0, json: { ok: true } });

  const segment = await segmentOf(repository);
  await repository.asUser(() =>
    commitFile(repository, segment, content => `${content}not an event\n`),
  );
  expect((await verify(repository)).exitCode).toBe(3);
  expect((await runIn(repository, 'doctor', '--fix')).exitCode).toBe(0);
  expect(await verify(repository)).toMatchObject({ exitCode: 0, json: { ok: true } });
  expect((await runIn(repository, 'sync')).exitCode).toBe(0);
  expect((await runIn(other, 'sync')).exitCode).toBe(0);
  expect(await verify(other)).toMatchObject({ exitCode: 0 });
});

test('each change is told with its values, its actor and its commit, page by page', async () => {
  await using repository = await temporaryRepository();
  await boardWithTickets(repository);
  await runIn(
    repository,
    '--actor=Ben',
    'ticket',
    'update',
    '--id=1',
    '--status=done',
    '--label=x',
  );
  await runIn(repository, '--actor=Cy', 'ticket', 'comment', '--id=1', '--body=Well\u001b[2J done');
  const head = await gitIn(repository, ['rev-parse', 'tracker-data']);
  const items = itemsOf(await runIn(repository, 'audit', '--record=ticket/1'));
  expect(items).toMatchObject([
    {
      by: 'Cy',
      op: 'comment',
      number: 1,
      changes: [{ field: 'comment', before: null, after: 'Well\u001b[2J done' }],
      commit: { oid: head, author: 'Cy <>' },
    },
    {
      by: 'Ben',
      op: 'edit',
      changes: [
        { field: 'status', before: 'backlog', after: 'done' },
        { field: 'labels', before: [], after: ['x'] },
      ],
      commit: { author: 'Ben <>' },
    },
    { by: 'Ann', op: 'create', title: 'One' },
  ]);

  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await runIn(
      repository,
      'log',
      '--limit=2',
      ...(cursor ? [`--cursor=${cursor}`] : []),
    );
    const events = itemsOf(page).map(({ event }) => event);
    expect(events.length).toBeLessThanOrEqual(2);
    seen.push(...events);
    cursor = cursorOf(page);
  } while (cursor !== undefined);
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
  expect(seen).toEqual(seen.toSorted().toReversed());

  expect(itemsOf(await runIn(repository, 'log', '--actor=Ben'))).toHaveLength(2);
  expect(itemsOf(await runIn(repository, 'log', '--since=2100-01-01'))).toEqual([]);
  expect(itemsOf(await runIn(repository, 'log', '--type=ticket', '--id=2'))).toHaveLength(1);
  const text = await runIn(repository, '--format=text', 'log');
  expect(text.stdout).toContain('Well\\x1b[2J done');
  expect(text.stdout).not.toContain('\u001b');
});

test.each([
  ['log', '--id=1'],
  ['log', '--limit=0'],
  ['log', '--since=yesterday'],
  ['log', '--cursor=x'],
  ['audit', '--record=1'],
  ['audit', '--verify', '--actor=Ann'],
])('%s %s is refused', async (...argv) => {
  await using repository = await temporaryRepository();
  const ran = await runIn(repository, ...argv);
  expect(ran.exitCode).toBe(1);
  expect(ran.json).toMatchObject({ ok: false });
});

function verify(repository: TemporaryRepository): Promise<Ran> {
  return runIn(repository, 'audit', '--verify');
}

interface Told {
  readonly kind: string;
  readonly commit?: string;
  readonly where: string;
}

function findingsOf({ json }: Ran): readonly Told[] {
  if (typeof json !== 'object' || json === null || !('findings' in json)) return [];
  return Array.isArray(json.findings) ? json.findings : [];
}

function itemsOf({ json }: Ran): readonly { readonly event: string }[] {
  if (typeof json !== 'object' || json === null || !('items' in json)) return [];
  return Array.isArray(json.items) ? json.items : [];
}

function cursorOf({ json }: Ran): string | undefined {
  if (typeof json !== 'object' || json === null || !('nextCursor' in json)) return undefined;
  return typeof json.nextCursor === 'string' ? json.nextCursor : undefined;
}
