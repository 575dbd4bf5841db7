import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ran } from '../../fixtures/run-command.ts';
import { type MainOptions, runMain } from '../../fixtures/run-main.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';

let repository: TemporaryRepository;

beforeAll(async () => {
  repository = await temporaryRepository();
  await text('init');
  await json('epic', 'create', '--title=Ledger', '--status=todo');
  await json('story', 'create', '--epic=1', '--title=Invoices');
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

function json(...argv: readonly string[]): Promise<Ran> {
  return runMain(['--format', 'json', ...argv], { repo: repository.path });
}

function text(...argv: readonly string[]): Promise<Ran> {
  return runMain(argv, { repo: repository.path });
}

function withOptions(options: MainOptions, ...argv: readonly string[]): Promise<Ran> {
  return runMain(['--format=json', ...argv], { repo: repository.path, ...options });
}

/** A field of the JSON document, or of the objects within it on the way there. */
function at(ran: Ran, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    ran.json,
  );
}

function numbersOf(ran: Ran): unknown[] {
  const items = at(ran, 'items');
  return Array.isArray(items) ? items.map(item => Reflect.get(item, 'number')) : [];
}

async function newTicket(...flags: readonly string[]): Promise<string> {
  const created = await json('ticket', 'create', '--title=A ticket', ...flags);
  expect(created).toMatchObject({ exitCode: 0, json: { ok: true } });
  return String(at(created, 'number'));
}

describe('create', () => {
  test('takes every field, references by number or id, dates in UTC', async () => {
    const first = await json('ticket', 'create', '--title=First');
    const created = await json(
      ...['ticket', 'create', '--title=Second', '--body=Text', '--status=todo', '--story=1'],
      ...['--assignee=Bo', '--label=a', '--label=b,c', '--priority=high', '--size=xl'],
      ...['--estimate=2.5', '--start-work-at=2026-11-21', `--depends-on=${at(first, 'id')}`],
      ...[
        '--target-finish-at=2026-12-01T10:00+02:00',
        '--linked-branch=b',
        '--linked-pull-request=7',
      ],
    );
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    expect(created.json).toMatchObject({
      ok: true,
      title: 'Second',
      body: 'Text',
      status: 'todo',
      storyId: expect.stringMatching(/^[0-9A-Z]{26}$/),
      assignee: 'Bo',
      labels: ['a', 'b,c'],
      priority: 'high',
      size: 'xl',
      estimate: 2.5,
      startWorkAt: '2026-11-21T00:00:00.000Z',
      targetFinishAt: '2026-12-01T08:00:00.000Z',
      dependsOn: [at(first, 'id')],
      linkedBranches: ['b'],
      linkedPullRequests: ['7'],
      createdBy: 'Ann <ann@example.org>',
    });
  });

  test('under a key that was used gives the ticket made then', async () => {
    const first = await json('ticket', 'create', '--title=Disk full', '--key=alert:disk');
    const again = await json('ticket', 'create', '--title=Disk full again', '--key=alert:disk');
    expect(at(again, 'id')).toBe(at(first, 'id'));
    expect(at(again, 'title')).toBe('Disk full');
    expect((await text('ticket', 'create', '--title=x', '--key=alert:disk')).stdout).toMatch(
      /^Found /,
    );
  });

  test('takes a body from a file and from standard input', async () => {
    await repository.write('body.md', 'From a file\n\nwith lines\n');
    const file = `--body-file=${repository.path}/body.md`;
    expect(at(await json('ticket', 'create', '--title=t', file), 'body')).toBe(
      'From a file\n\nwith lines',
    );
    const piped = await withOptions(
      { input: 'piped — ünï\r\n' },
      ...['ticket', 'create', '--title=t', '--body-file=-'],
    );
    expect(at(piped, 'body')).toBe('piped — ünï');
  });
});

describe('read', () => {
  test('shows one record, as JSON the record itself', async () => {
    const number = await newTicket('--story=1', '--label=shown');
    const { json: record } = await json('ticket', 'read', `--id=${number}`);
    expect(record).toMatchObject({ type: 'ticket', number: Number(number), labels: ['shown'] });
    expect(record).not.toHaveProperty('ok');
  });

  test('lists by filters of every kind', async () => {
    const one = Number(
      await newTicket('--label=f1', '--label=f2', '--assignee=Cy', '--estimate=3'),
    );
    const two = Number(
      await newTicket('--label=f1', '--priority=low', '--story=1', '--estimate=5'),
    );
    const three = Number(
      await newTicket('--label=f1', `--depends-on=${two}`, '--target-finish-at=2030-01-01'),
    );
    const list = async (...flags: readonly string[]): Promise<unknown> =>
      numbersOf(await json('ticket', 'read', '--label=f1', ...flags));
    expect(await list()).toEqual([one, two, three]);
    expect(await list('--label=f2')).toEqual([one]);
    expect(await list('--assignee=Cy')).toEqual([one]);
    expect(await list('--assignee=')).toEqual([two, three]);
    expect(await list('--priority=low', '--priority=high')).toEqual([two]);
    expect(await list('--story=1')).toEqual([two]);
    expect(await list('--epic=1')).toEqual([two]);
    expect(await list('--story=')).toEqual([one, three]);
    expect(await list(`--depends-on=${two}`)).toEqual([three]);
    expect(await list('--estimate-from=4')).toEqual([two]);
    expect(await list('--estimate-up-to=4')).toEqual([one]);
    expect(await list('--estimate=5')).toEqual([two]);
    expect(await list('--target-finish-after=2029-12-31')).toEqual([three]);
    expect(await list('--target-finish-before=2030-01-01')).toEqual([]);
    expect(await list('--created-before=2000-01-01')).toEqual([]);
    expect(await list('--created-by=Ann <ann@example.org>', '--sort=-number')).toEqual([
      three,
      two,
      one,
    ]);
    expect(await list('--sort=priority', '--status=backlog', '--limit=1')).toEqual([two]);
    expect(await list('--search=ticket A')).toEqual([one, two, three]);
    expect(await list('--search=nowhere')).toEqual([]);
  });

  test('goes on where the page before ended', async () => {
    for (let made = 0; made < 3; made += 1) await newTicket('--label=paged');
    const first = await json('ticket', 'read', '--label=paged', '--limit=2');
    const cursor = `--cursor=${at(first, 'nextCursor')}`;
    const second = await json('ticket', 'read', '--label=paged', '--limit=2', cursor);
    expect([numbersOf(first).length, numbersOf(second).length]).toEqual([2, 1]);
    expect(at(first, 'total')).toBe(3);
    expect(second.json).not.toHaveProperty('nextCursor');
    expect(numbersOf(await json('ticket', 'read', '--label=paged', '--limit=0')).length).toBe(3);
  });

  test('tells people about an epic, its stories and how far they are', async () => {
    await json('ticket', 'create', '--title=Done already', '--story=1', '--status=done');
    const { stdout } = await text('epic', 'read', '--id=1');
    expect(stdout).toMatch(/^epic 1: Ledger\n/);
    expect(stdout).toContain('Stories (0 of 1 closed):');
    expect(stdout).toMatch(/1 {2}backlog +1\/\d+ {2}Invoices/);
    expect((await text('story', 'read', '--id=1')).stdout).toContain('Done already');
  });

  test('resolves what a ticket depends on to numbers and titles', async () => {
    const first = await newTicket();
    const second = await newTicket(`--depends-on=${first}`);
    const { stdout } = await text('ticket', 'read', `--id=${second}`);
    expect(stdout).toContain(`depends on    ${first} (backlog: A ticket)`);
  });

  test('fits a terminal, colours only there, and not with NO_COLOR', async () => {
    await json('ticket', 'create', `--title=${'long '.repeat(40)}漢字`, '--label=wide');
    const argv = ['ticket', 'read', '--label=wide'];
    const env = { TRACKER_ACTOR: 'Ann' };
    const plain = await runMain(argv, {
      repo: repository.path,
      columns: 80,
      env: { ...env, NO_COLOR: '1' },
    });
    expect(plain.stdout).toMatch(/…$/m);
    for (const line of plain.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(plain.stdout).not.toContain('\u001b');
    const coloured = await runMain(argv, { repo: repository.path, columns: 80, env });
    expect(coloured.stdout).toContain('\u001b[');
    expect((await text(...argv)).stdout).not.toContain('\u001b');
  });
});

describe('update', () => {
  test('changes what is given and leaves the rest', async () => {
    const number = await newTicket('--label=a', '--label=b', '--assignee=Bo', '--priority=low');
    const { json: record } = await json(
      ...['ticket', 'update', `--id=${number}`, '--status=done', '--assignee='],
      ...['--add-label=c', '--remove-label=a', '--estimate=1'],
    );
    expect(record).toMatchObject({
      ok: true,
      status: 'done',
      assignee: null,
      labels: ['b', 'c'],
      estimate: 1,
      priority: 'low',
    });
  });

  test('replaces a set, and empties it', async () => {
    const number = await newTicket('--label=a', '--label=b');
    const flags = ['ticket', 'update', `--id=${number}`];
    expect(at(await json(...flags, '--label=b', '--label=z'), 'labels')).toEqual(['b', 'z']);
    expect(at(await json(...flags, '--label='), 'labels')).toEqual([]);
  });

  test('moves a story to another epic, by number', async () => {
    const epic = await json('epic', 'create', '--title=Other');
    const story = await json('story', 'create', '--title=Moves', '--epic=1');
    const moved = await json(
      'story',
      'update',
      `--id=${at(story, 'number')}`,
      `--epic=${at(epic, 'number')}`,
    );
    expect(at(moved, 'epicId')).toBe(at(epic, 'id'));
  });

  test('says that nothing changes', async () => {
    const number = await newTicket('--priority=low');
    const { stdout, exitCode } = await text('ticket', 'update', `--id=${number}`, '--priority=low');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Nothing to change in ticket/);
  });
});

describe('delete and restore', () => {
  test('a deleted record is listed only when asked for, and comes back', async () => {
    const number = Number(await newTicket('--label=gone'));
    expect((await json('ticket', 'delete', `--id=${number}`)).json).toMatchObject({
      ok: true,
      number,
    });
    expect(numbersOf(await json('ticket', 'read', '--label=gone'))).toEqual([]);
    expect(numbersOf(await json('ticket', 'read', '--label=gone', '--deleted'))).toEqual([number]);
    expect(numbersOf(await json('ticket', 'read', '--deleted-after=2000-01-01'))).toEqual([number]);
    expect(await json('ticket', 'update', `--id=${number}`, '--title=x')).toMatchObject({
      exitCode: 1,
      json: { ok: false, error: { code: 'DELETED' } },
    });
    expect((await json('ticket', 'restore', `--id=${number}`)).json).toMatchObject({
      deletedAt: null,
    });
    expect(numbersOf(await json('ticket', 'read', '--label=gone'))).toEqual([number]);
  });

  test('what others belong to goes only with them', async () => {
    const epic = await json('epic', 'create', '--title=Parent');
    const id = `--id=${at(epic, 'number')}`;
    await json('story', 'create', '--title=Child', `--epic=${at(epic, 'id')}`);
    expect(await json('epic', 'delete', id)).toMatchObject({
      exitCode: 1,
      json: { error: { code: 'HAS_CHILDREN' } },
    });
    expect((await json('epic', 'delete', id, '--cascade')).json).toMatchObject({
      ok: true,
      deletedToo: [expect.any(String)],
    });
  });
});

describe('work', () => {
  test('claims a ticket, links a branch and says how to get there, touching nothing', async () => {
    const number = await newTicket();
    const { stdout } = await text('ticket', 'work', `--id=${number}`, '--branch=fix/half');
    expect(stdout).toBe(`Working on ticket ${number}: A ticket\ngit switch --create fix/half\n`);
    const { json: record } = await json('ticket', 'read', `--id=${number}`);
    expect(record).toMatchObject({
      status: 'in_progress',
      assignee: 'Ann <ann@example.org>',
      linkedBranches: ['fix/half'],
      startWorkAt: expect.any(String),
    });
    await repository.checkUntouched();
  });

  test('quotes a branch that a shell would obey, and knows one that is there', async () => {
    const number = await newTicket();
    const odd = await text('ticket', 'work', `--id=${number}`, "--branch=a$(id)'b");
    expect(odd.stdout).toContain(`git switch --create 'a$(id)'\\''b'`);
    await repository.git('branch', 'there');
    const there = await text('ticket', 'work', `--id=${number}`, '--branch=there');
    expect(there.stdout).toContain('\ngit switch there\n');
  });

  test('warns of whose it was and of what it waits for', async () => {
    const first = await newTicket();
    const second = await newTicket(`--depends-on=${first}`, '--assignee=Bo');
    const { stderr, exitCode } = await text('ticket', 'work', `--id=${second}`);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("was Bo's until now");
    expect(stderr).toContain(`it depends on ticket ${first}, which is still open`);
  });
});

test('next claims the most urgent that is ready, until there is none', async () => {
  const low = Number(await newTicket('--label=queue', '--priority=low'));
  const urgent = Number(await newTicket('--label=queue', '--priority=urgent'));
  await newTicket('--label=queue', '--priority=urgent', `--depends-on=${low}`);
  const ready = await json('ticket', 'ready', '--label=queue', '--unclaimed');
  expect(numbersOf(ready)).toEqual([urgent, low]);
  expect(at(await json('ticket', 'next', '--label=queue'), 'number')).toBe(urgent);
  expect(at(await json('ticket', 'next', '--label=queue'), 'number')).toBe(low);
  expect(await json('ticket', 'next', '--label=queue')).toMatchObject({
    exitCode: 1,
    json: { error: { code: 'NOTHING_READY' } },
  });
});

test('comments are added, edited and deleted', async () => {
  const number = await newTicket();
  const comment = ['ticket', 'comment', `--id=${number}`];
  const added = await json(...comment, '--body=One');
  const edit = `--edit=${String(at(added, 'commentId')).toLowerCase()}`;
  expect(at(await json(...comment, edit, '--body=Two'), 'comments', 0, 'body')).toBe('Two');
  await withOptions({ input: 'From a pipe' }, ...comment, '--body-file=-');
  const { stdout } = await text('ticket', 'read', `--id=${number}`);
  expect(stdout).toMatch(/Comments:[\s\S]* {2}Two[\s\S]* {2}From a pipe/);
  const deleted = await json(...comment, `--delete=${at(added, 'commentId')}`);
  expect(at(deleted, 'comments')).toHaveLength(1);
});

test('keep-worktree leaves the files of the branch in the temporary directory', async () => {
  const tempDir = `${repository.folder}/scratch/below`;
  const { stderr, exitCode } = await text('--temp-dir', tempDir, '--keep-worktree', 'epic', 'read');
  expect(exitCode).toBe(0);
  const place = /the files of the data branch are in (.+)/.exec(stderr)?.[1] ?? '';
  expect(place.startsWith(tempDir)).toBe(true);
  const { readdir, readFile } = await import('node:fs/promises');
  expect(await readdir(place)).toEqual(expect.arrayContaining(['segments']));
  const [writer] = await readdir(`${place}/segments`);
  const segment = await readFile(`${place}/segments/${writer}/000001.jsonl`, 'utf8');
  expect(segment).toContain('Ledger');
  expect(await repository.git('worktree', 'list')).not.toContain(place);
});

test('a body that never ends is read no further than a body can be', async () => {
  let served = 0;
  const endless = new Readable({
    read() {
      served += 65_536;
      this.push('x'.repeat(65_536));
    },
  });
  const argv = ['ticket', 'create', '--title=t', '--body-file=-'];
  expect(await withOptions({ input: endless }, ...argv)).toMatchObject({
    exitCode: 1,
    json: { error: { code: 'INVALID', message: expect.stringContaining('longer') } },
  });
  expect(served).toBeLessThan(2_000_000);
});
