import { expect, test } from 'vitest';
import { runIn } from '../../fixtures/run-command.ts';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';
import {
  commitOnTop,
  create,
  failure,
  headsOf,
  numbers,
  remoteHead,
  rewriteRemote,
  setRule,
  sync,
  twoClones,
  writeHook,
} from '../drills/two-clones.ts';

test('a clone takes the tracker that is on its remote, without init', async () => {
  await using pair = await twoClones();
  const ticket = await create(pair.one, 'from one');
  await sync(pair.one);
  expect(await sync(pair.two)).toMatchObject({ received: 1, sent: 0 });
  expect(await numbers(pair.two)).toEqual({ [ticket.id]: ticket.number });
});

test('where there is none on either side, it says to begin one', async () => {
  await using repository = await temporaryRepository({ remote: true });
  expect(await failure(repository, 'sync')).toMatchObject({ exitCode: 1, code: 'NOT_INITIALISED' });
});

test('a repository without remotes is told how to set one up', async () => {
  await using repository = await temporaryRepository();
  await runIn(repository, 'init');
  const failed = await failure(repository, 'sync');
  expect(failed).toMatchObject({ exitCode: 1, code: 'REMOTE_NAME' });
  expect(failed.remedy).toContain('git remote add');
});

test('nothing new sends and receives nothing', async () => {
  await using pair = await twoClones();
  const { commit } = await sync(pair.one);
  expect(await sync(pair.one)).toMatchObject({ received: 0, sent: 0, renumbered: [], commit });
});

test('numbers that were pushed stay; others make way, in the order they were made', async () => {
  await using pair = await twoClones();
  await sync(pair.two);
  const pushed = await create(pair.one, 'pushed');
  const first = await create(pair.two, 'first');
  const second = await create(pair.two, 'second');
  await sync(pair.one);
  const { renumbered } = await sync(pair.two);
  expect(renumbered).toEqual([{ id: first.id, type: 'ticket', from: 1, to: 3 }]);
  await sync(pair.one);
  const expected = { [pushed.id]: 1, [first.id]: 3, [second.id]: 2 };
  expect(await numbers(pair.one)).toEqual(expected);
  expect(await numbers(pair.two)).toEqual(expected);
  const ambiguous = await failure(pair.two, 'ticket', 'read', '--id=1');
  expect(ambiguous).toMatchObject({ code: 'AMBIGUOUS_NUMBER' });
});

test('a ticket made under one key in two clones keeps the number that was pushed', async () => {
  await using pair = await twoClones();
  await sync(pair.two);
  const early = await create(pair.two, 'early', '--key=K');
  await create(pair.one, 'other');
  await create(pair.one, 'another');
  const late = await create(pair.one, 'late', '--key=K');
  expect(late.id).toBe(early.id);
  await sync(pair.one);
  await sync(pair.two);
  await sync(pair.one);
  expect((await numbers(pair.one))[late.id]).toBe(late.number);
  expect(await numbers(pair.two)).toEqual(await numbers(pair.one));
});

test('two clones that each began a tracker of their own become one', async () => {
  await using pair = await twoClones();
  await runIn(pair.two, 'init');
  await create(pair.one, 'one');
  await create(pair.two, 'two');
  await sync(pair.one);
  await sync(pair.two);
  await sync(pair.one);
  expect(Object.values(await numbers(pair.one)).sort()).toEqual([1, 2]);
  expect(await headsOf(pair)).toHaveLength(1);
});

test('copies of one clone, which write the same segment, are united line by line', async () => {
  await using pair = await twoClones();
  await create(pair.one, 'before');
  await using copy = await pair.one.copy('copy');
  await create(pair.one, 'one');
  await create(copy, 'copied');
  await sync(pair.one);
  await sync(copy);
  await create(copy, 'more');
  await sync(copy);
  await sync(pair.one);
  expect(Object.keys(await numbers(pair.one))).toHaveLength(4);
  expect(await numbers(copy)).toEqual(await numbers(pair.one));
});

test('outbound sends, and takes in only what stands in its way', async () => {
  await using pair = await twoClones();
  await sync(pair.two);
  await create(pair.one, 'one');
  await sync(pair.one);
  const idle = await runIn(pair.two, '--sync=outbound', 'sync');
  expect(idle.json).toMatchObject({ received: 0, sent: 0 });
  expect(await numbers(pair.two)).toEqual({});
  await create(pair.two, 'two');
  const sent = await runIn(pair.two, '--sync=outbound', 'sync');
  expect(sent.json).toMatchObject({ ok: true, received: 1 });
  await sync(pair.one);
  expect(await numbers(pair.one)).toEqual(await numbers(pair.two));
});

test('a rewritten remote branch is refused, and taken in as a union when told to', async () => {
  await using pair = await twoClones();
  await sync(pair.two);
  const kept = await create(pair.one, 'kept');
  await sync(pair.one);
  await sync(pair.two);
  await rewriteRemote(pair);
  const added = await create(pair.two, 'added');
  expect(await failure(pair.two, 'sync')).toMatchObject({ exitCode: 3, code: 'REMOTE_REWRITTEN' });
  expect(await failure(pair.two, 'sync')).toMatchObject({ exitCode: 3, code: 'REMOTE_REWRITTEN' });
  expect((await runIn(pair.two, 'sync', '--accept-rewritten')).exitCode).toBe(0);
  expect(await numbers(pair.two)).toEqual({ [kept.id]: kept.number, [added.id]: added.number });
  await sync(pair.two);
  await runIn(pair.one, 'sync', '--accept-rewritten');
  expect(await numbers(pair.one)).toEqual(await numbers(pair.two));
});

test('a remote branch that was rewound is refused too', async () => {
  await using pair = await twoClones();
  const before = await pair.one.git('rev-parse', 'tracker-data');
  await create(pair.one, 'lost there');
  await sync(pair.one);
  await pair.one.git('push', '--quiet', '--force', 'origin', `${before}:tracker-data`);
  expect(await failure(pair.one, 'sync')).toMatchObject({ code: 'REMOTE_REWRITTEN' });
  await runIn(pair.one, 'sync', '--accept-rewritten');
  expect(await remoteHead(pair)).toBe(await pair.one.git('rev-parse', 'tracker-data'));
});

test('lines that somebody took out of the remote branch by hand are put back', async () => {
  await using pair = await twoClones();
  const ticket = await create(pair.one, 'there');
  await sync(pair.one);
  const file = (await pair.one.git('ls-tree', '-r', '--name-only', 'tracker-data'))
    .split('\n')
    .find(path => path.startsWith('segments/'));
  await commitOnTop(pair, { [String(file)]: '' });
  await sync(pair.one);
  expect(await numbers(pair.one)).toEqual({ [ticket.id]: ticket.number });
  await sync(pair.two);
  expect(await numbers(pair.two)).toEqual({ [ticket.id]: ticket.number });
});

test('corrupt lines of the remote are told, kept and passed on', async () => {
  await using pair = await twoClones();
  await commitOnTop(pair, {
    'segments/0123456789abcdef/000001.jsonl': 'no event\n{"op":"of a later version"}\n',
  });
  const ticket = await create(pair.one, 'mine');
  const report = await sync(pair.one);
  expect(report.warnings).toHaveLength(1);
  expect(await numbers(pair.one)).toEqual({ [ticket.id]: ticket.number });
  const path = 'tracker-data:segments/0123456789abcdef/000001.jsonl';
  expect(await pair.one.git('show', path)).toContain('no event');
  expect(await remoteHead(pair)).toBe(await pair.one.git('rev-parse', 'tracker-data'));
});

test('files whose names would be commands to git stay files', async () => {
  await using pair = await twoClones();
  const name = 'x\nreset refs/heads/pwned\nfrom refs/heads/tracker-data\n\n"';
  await commitOnTop(pair, { [name]: 'harmless\n' });
  await create(pair.one, 'makes it a merge');
  await sync(pair.one);
  expect(await pair.one.git('for-each-ref', 'refs/heads/pwned')).toBe('');
  expect(await pair.one.git('show', `tracker-data:${name}`)).toBe('harmless');
});

test("somebody's source code is no tracker data: nothing is taken and nothing pushed", async () => {
  await using repository = await temporaryRepository({ remote: true });
  await repository.git('push', '--quiet', 'origin', 'HEAD:refs/heads/tracker-data');
  expect(await failure(repository, 'sync')).toMatchObject({ code: 'NOT_A_TRACKER_BRANCH' });
  await runIn(repository, 'init');
  const before = await repository.git('rev-parse', 'tracker-data');
  const failed = await failure(repository, 'sync');
  expect(failed).toMatchObject({ exitCode: 1, code: 'NOT_A_TRACKER_BRANCH' });
  expect(await repository.git('rev-parse', 'tracker-data')).toBe(before);
  const head = await repository.git('rev-parse', 'HEAD');
  expect(await repository.git('ls-remote', 'origin', 'tracker-data')).toContain(head);
});

test('data of a later format is left alone', async () => {
  await using pair = await twoClones();
  await commitOnTop(pair, { 'format.json': '{"format":2}\n' });
  const before = await pair.one.git('rev-parse', 'tracker-data');
  expect(await failure(pair.one, 'sync')).toMatchObject({ exitCode: 2, code: 'FORMAT_TOO_NEW' });
  expect(await pair.one.git('rev-parse', 'tracker-data')).toBe(before);
});

test.each([
  [
    'a hook',
    (remote: string) => writeHook(remote, 'pre-receive', 'echo we are closed >&2; exit 1'),
  ],
  ['a rule', (remote: string) => setRule(remote, 'hiderefs', 'refs/heads/tracker-data')],
])(
  'a push that %s of the remote refuses is told in its words, and loses nothing',
  async (_, refuse) => {
    await using pair = await twoClones();
    const ticket = await create(pair.one, 'mine');
    await pair.one.asUser(() => refuse(String(pair.one.remote)));
    expect(await failure(pair.one, 'sync')).toMatchObject({ exitCode: 4, code: 'REMOTE_FAILED' });
    expect(await numbers(pair.one)).toEqual({ [ticket.id]: ticket.number });
  },
);

test('a remote that takes no forced pushes is enough', async () => {
  await using pair = await twoClones();
  await pair.one.asUser(() => setRule(String(pair.one.remote), 'denyNonFastForwards', 'true'));
  await create(pair.one, 'one');
  await runIn(pair.two, 'init');
  await create(pair.two, 'two');
  await sync(pair.one);
  await sync(pair.two);
  await sync(pair.one);
  expect(await headsOf(pair)).toHaveLength(1);
});
