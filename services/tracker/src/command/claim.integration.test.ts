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

describe('work', () => {
  test('claims a ticket, links a branch and says how to get there, touching nothing', async () => {
    const number = await client.newTicket();
    const { stdout } = await client.text('ticket', 'work', `--id=${number}`, '--branch=fix/half');
    expect(stdout).toBe(`Working on ticket ${number}: A ticket\ngit switch --create fix/half\n`);
    const { json: record } = await client.json('ticket', 'read', `--id=${number}`);
    expect(record).toMatchObject({
      status: 'in_progress',
      assignee: 'Ann <ann@example.org>',
      linkedBranches: ['fix/half'],
      startWorkAt: expect.any(String),
    });
    await repository.checkUntouched();
  });

  test('quotes a branch that a shell would obey, and knows one that is there', async () => {
    const number = await client.newTicket();
    const odd = await client.text('ticket', 'work', `--id=${number}`, "--branch=a$(id)'b");
    expect(odd.stdout).toContain(`git switch --create 'a$(id)'\\''b'`);
    await repository.git('branch', 'there');
    const there = await client.text('ticket', 'work', `--id=${number}`, '--branch=there');
    expect(there.stdout).toContain('\ngit switch there\n');
  });

  test('warns of whose it was and of what it waits for', async () => {
    const first = await client.newTicket();
    const second = await client.newTicket(`--depends-on=${first}`, '--assignee=Bo');
    const { stderr, exitCode } = await client.text('ticket', 'work', `--id=${second}`);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("was Bo's until now");
    expect(stderr).toContain(`it depends on ticket ${first}, which is still open`);
  });
});

test('next claims the most urgent that is ready, until there is none', async () => {
  const low = Number(await client.newTicket('--label=queue', '--priority=low'));
  const urgent = Number(await client.newTicket('--label=queue', '--priority=urgent'));
  await client.newTicket('--label=queue', '--priority=urgent', `--depends-on=${low}`);
  const ready = await client.json('ticket', 'ready', '--label=queue', '--unclaimed');
  expect(numbersOf(ready)).toEqual([urgent, low]);
  expect(at(await client.json('ticket', 'next', '--label=queue'), 'number')).toBe(urgent);
  expect(at(await client.json('ticket', 'next', '--label=queue'), 'number')).toBe(low);
  expect(await client.json('ticket', 'next', '--label=queue')).toMatchObject({
    exitCode: 1,
    json: { error: { code: 'NOTHING_READY' } },
  });
});

test('comments are added, edited and deleted', async () => {
  const number = await client.newTicket();
  const comment = ['ticket', 'comment', `--id=${number}`];
  const added = await client.json(...comment, '--body=One');
  const edit = `--edit=${String(at(added, 'commentId')).toLowerCase()}`;
  expect(at(await client.json(...comment, edit, '--body=Two'), 'comments', 0, 'body')).toBe('Two');
  await client.withOptions({ input: 'From a pipe' }, ...comment, '--body-file=-');
  const { stdout } = await client.text('ticket', 'read', `--id=${number}`);
  expect(stdout).toMatch(/Comments:[\s\S]* {2}Two[\s\S]* {2}From a pipe/);
  const deleted = await client.json(...comment, `--delete=${at(added, 'commentId')}`);
  expect(at(deleted, 'comments')).toHaveLength(1);
});
