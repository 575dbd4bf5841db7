import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boardWithStory } from '../../fixtures/board-with-story.ts';
import { at, type Client, numbersOf } from '../../fixtures/client.ts';
import type { TemporaryRepository } from '../../fixtures/temporary-repository.ts';

let repository: TemporaryRepository;
let client: Client;

beforeAll(async () => {
  ({ repository, client } = await boardWithStory());
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

describe('create', () => {
  test('takes every field, references by number or id, dates in UTC', async () => {
    const first = await client.json('ticket', 'create', '--title=First');
    const created = await client.json(
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
    const first = await client.json('ticket', 'create', '--title=Disk full', '--key=alert:disk');
    const again = await client.json(
      'ticket',
      'create',
      '--title=Disk full again',
      '--key=alert:disk',
    );
    expect(at(again, 'id')).toBe(at(first, 'id'));
    expect(at(again, 'title')).toBe('Disk full');
    expect((await client.text('ticket', 'create', '--title=x', '--key=alert:disk')).stdout).toMatch(
      /^Found /,
    );
  });

  test('takes a body from a file and from standard input', async () => {
    await repository.write('body.md', 'From a file\n\nwith lines\n');
    const file = `--body-file=${repository.path}/body.md`;
    expect(at(await client.json('ticket', 'create', '--title=t', file), 'body')).toBe(
      'From a file\n\nwith lines',
    );
    const piped = await client.withOptions(
      { input: 'piped — ünï\r\n' },
      ...['ticket', 'create', '--title=t', '--body-file=-'],
    );
    expect(at(piped, 'body')).toBe('piped — ünï');
  });
});

describe('update', () => {
  test('changes what is given and leaves the rest', async () => {
    const number = await client.newTicket(
      '--label=a',
      '--label=b',
      '--assignee=Bo',
      '--priority=low',
    );
    const { json: record } = await client.json(
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
    const number = await client.newTicket('--label=a', '--label=b');
    const flags = ['ticket', 'update', `--id=${number}`];
    expect(at(await client.json(...flags, '--label=b', '--label=z'), 'labels')).toEqual(['b', 'z']);
    expect(at(await client.json(...flags, '--label='), 'labels')).toEqual([]);
  });

  test('moves a story to another epic, by number', async () => {
    const epic = await client.json('epic', 'create', '--title=Other');
    const story = await client.json('story', 'create', '--title=Moves', '--epic=1');
    const moved = await client.json(
      'story',
      'update',
      `--id=${at(story, 'number')}`,
      `--epic=${at(epic, 'number')}`,
    );
    expect(at(moved, 'epicId')).toBe(at(epic, 'id'));
  });

  test('says that nothing changes', async () => {
    const number = await client.newTicket('--priority=low');
    const { stdout, exitCode } = await client.text(
      'ticket',
      'update',
      `--id=${number}`,
      '--priority=low',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Nothing to change in ticket/);
  });
});

describe('delete and restore', () => {
  test('a deleted record is listed only when asked for, and comes back', async () => {
    const number = Number(await client.newTicket('--label=gone'));
    expect((await client.json('ticket', 'delete', `--id=${number}`)).json).toMatchObject({
      ok: true,
      number,
    });
    expect(numbersOf(await client.json('ticket', 'read', '--label=gone'))).toEqual([]);
    expect(numbersOf(await client.json('ticket', 'read', '--label=gone', '--deleted'))).toEqual([
      number,
    ]);
    expect(numbersOf(await client.json('ticket', 'read', '--deleted-after=2000-01-01'))).toEqual([
      number,
    ]);
    expect(await client.json('ticket', 'update', `--id=${number}`, '--title=x')).toMatchObject({
      exitCode: 1,
      json: { ok: false, error: { code: 'DELETED' } },
    });
    expect((await client.json('ticket', 'restore', `--id=${number}`)).json).toMatchObject({
      deletedAt: null,
    });
    expect(numbersOf(await client.json('ticket', 'read', '--label=gone'))).toEqual([number]);
  });

  test('what others belong to goes only with them', async () => {
    const epic = await client.json('epic', 'create', '--title=Parent');
    const id = `--id=${at(epic, 'number')}`;
    await client.json('story', 'create', '--title=Child', `--epic=${at(epic, 'id')}`);
    expect(await client.json('epic', 'delete', id)).toMatchObject({
      exitCode: 1,
      json: { error: { code: 'HAS_CHILDREN' } },
    });
    expect((await client.json('epic', 'delete', id, '--cascade')).json).toMatchObject({
      ok: true,
      deletedToo: [expect.any(String)],
    });
  });
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
  expect(await client.withOptions({ input: endless }, ...argv)).toMatchObject({
    exitCode: 1,
    json: { error: { code: 'INVALID', message: expect.stringContaining('larger') } },
  });
  expect(served).toBeLessThan(2_000_000);
});
