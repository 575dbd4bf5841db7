import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boardWithStory } from '../../fixtures/board-with-story.ts';
import { at, type Client, numbersOf } from '../../fixtures/client.ts';
import { runMain } from '../../fixtures/run-main.ts';
import type { TemporaryRepository } from '../../fixtures/temporary-repository.ts';

let repository: TemporaryRepository;
let client: Client;

beforeAll(async () => {
  ({ repository, client } = await boardWithStory());
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

describe('read', () => {
  test('shows one record, as JSON the record itself', async () => {
    const number = await client.newTicket('--story=1', '--label=shown');
    const { json: record } = await client.json('ticket', 'read', `--id=${number}`);
    expect(record).toMatchObject({ type: 'ticket', number: Number(number), labels: ['shown'] });
    expect(record).not.toHaveProperty('ok');
  });

  test('lists by filters of every kind', async () => {
    const one = Number(
      await client.newTicket('--label=f1', '--label=f2', '--assignee=Cy', '--estimate=3'),
    );
    const two = Number(
      await client.newTicket('--label=f1', '--priority=low', '--story=1', '--estimate=5'),
    );
    const three = Number(
      await client.newTicket('--label=f1', `--depends-on=${two}`, '--target-finish-at=2030-01-01'),
    );
    const list = async (...flags: readonly string[]): Promise<unknown> =>
      numbersOf(await client.json('ticket', 'read', '--label=f1', ...flags));
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
    for (let made = 0; made < 3; made += 1) await client.newTicket('--label=paged');
    const first = await client.json('ticket', 'read', '--label=paged', '--limit=2');
    const cursor = `--cursor=${at(first, 'nextCursor')}`;
    const second = await client.json('ticket', 'read', '--label=paged', '--limit=2', cursor);
    expect([numbersOf(first).length, numbersOf(second).length]).toEqual([2, 1]);
    expect(at(first, 'total')).toBe(3);
    expect(second.json).not.toHaveProperty('nextCursor');
    expect(
      numbersOf(await client.json('ticket', 'read', '--label=paged', '--limit=0')).length,
    ).toBe(3);
  });

  test('tells people about an epic, its stories and how far they are', async () => {
    await client.json('ticket', 'create', '--title=Done already', '--story=1', '--status=done');
    const { stdout } = await client.text('epic', 'read', '--id=1');
    expect(stdout).toMatch(/^epic 1: Ledger\n/);
    expect(stdout).toContain('Stories (0 of 1 closed):');
    expect(stdout).toMatch(/1 {2}backlog +1\/\d+ {2}Invoices/);
    expect((await client.text('story', 'read', '--id=1')).stdout).toContain('Done already');
  });

  test('resolves what a ticket depends on to numbers and titles', async () => {
    const first = await client.newTicket();
    const second = await client.newTicket(`--depends-on=${first}`);
    const { stdout } = await client.text('ticket', 'read', `--id=${second}`);
    expect(stdout).toContain(`depends on    ${first} (backlog: A ticket)`);
  });

  test('fits a terminal, colours only there, and not with NO_COLOR', async () => {
    await client.json('ticket', 'create', `--title=${'long '.repeat(40)}漢字`, '--label=wide');
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
    expect((await client.text(...argv)).stdout).not.toContain('\u001b');
  });
});

test('keep-worktree leaves the files of the branch in the temporary directory', async () => {
  const tempDir = `${repository.folder}/scratch/below`;
  const { stderr, exitCode } = await client.text(
    '--temp-dir',
    tempDir,
    '--keep-worktree',
    'epic',
    'read',
  );
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

test('what was asked for is done where keep-worktree finds no room', async () => {
  const made = ['--temp-dir=/proc', '--keep-worktree', 'ticket', 'create', '--title=Kept'];
  const { stdout, stderr, exitCode } = await client.text(...made);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Kept');
  expect(stderr).toContain('warning: no files were left');
});
