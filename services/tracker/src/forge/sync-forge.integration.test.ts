import { afterEach, beforeEach, expect, it } from 'vitest';
import { ForgeBench } from '../../fixtures/forge/forge-bench.ts';

let bench: ForgeBench;
beforeEach(async () => {
  bench = await ForgeBench.open();
});
afterEach(async () => {
  await bench[Symbol.asyncDispose]();
});

it('makes an issue of a ticket, and then costs one 304', async () => {
  const { number } = await bench.create({
    title: 'Basket is empty',
    body: 'It is.',
    labels: ['bug'],
    assignee: 'ann',
    status: 'in_progress',
  });
  const report = await bench.sync({ createIssues: true });
  expect(report).toMatchObject({ created: 1, failures: [], notes: [] });
  const issue = bench.forge.repository.issue(1);
  expect(issue).toMatchObject({
    title: 'Basket is empty',
    labels: ['bug'],
    assignees: ['ann'],
    state: 'open',
  });
  const ticket = await bench.ticket(number);
  expect(issue.body).toBe(`It is.\n\n<!-- tracker:${ticket.id} -->`);
  expect(ticket.forgeIssue).toEqual({
    repo: 'owner/project',
    number: 1,
    url: 'https://github.com/owner/project/issues/1',
  });
  bench.clock.pass(10_000);
  await bench.sync({ createIssues: true });
  const head = bench.board.repository.head;
  expect(await bench.asked({ createIssues: true })).toEqual([
    'GET /repos/owner/project/issues 304',
  ]);
  expect(bench.board.repository.head).toBe(head);
});

it('carries what one side changed to the other', async () => {
  await bench.linked({ title: 'one', body: 'text', labels: ['a', 'b'] });
  const { repository } = bench.forge;
  await bench.update(1, { title: 'one of mine', status: 'done' });
  repository.edit(1, { body: 'text of theirs\r\nin two lines', labels: ['b', 'c'] });
  expect(await bench.sync()).toMatchObject({ received: 1, sent: 1, notes: [], failures: [] });
  expect(repository.issue(1)).toMatchObject({
    title: 'one of mine',
    state: 'closed',
    stateReason: 'completed',
    labels: ['b', 'c'],
  });
  expect(await bench.ticket(1)).toMatchObject({
    title: 'one of mine',
    body: 'text of theirs\nin two lines',
    status: 'done',
    labels: ['b', 'c'],
  });
});

it.each([
  ['done', 'closed', 'completed'],
  ['cancelled', 'closed', 'not_planned'],
] as const)('maps %s to %s as %s, in both directions', async (status, state, stateReason) => {
  await bench.linked();
  await bench.update(1, { status });
  await bench.sync();
  expect(bench.forge.repository.issue(1)).toMatchObject({ state, stateReason });
  bench.forge.repository.edit(1, { state: 'open' });
  await bench.sync();
  expect((await bench.ticket(1)).status).toBe('todo');
  bench.clock.pass(5_000);
  bench.forge.repository.edit(1, { state, stateReason });
  await bench.sync();
  expect((await bench.ticket(1)).status).toBe(status);
});

it('keeps the finer status of an open ticket', async () => {
  await bench.linked({ title: 'one', status: 'in_progress' });
  bench.forge.repository.edit(1, { title: 'two' });
  await bench.sync();
  expect(await bench.ticket(1)).toMatchObject({ title: 'two', status: 'in_progress' });
});

it('keeps the later of two changes, and the other as a comment on both sides', async () => {
  await bench.linked({ title: 'one', body: 'text' });
  const { repository } = bench.forge;
  await bench.update(1, { title: 'mine', body: 'my text' });
  bench.clock.pass(5_000);
  repository.edit(1, { title: 'theirs', body: 'their text' });
  bench.clock.pass(5_000);
  await bench.update(1, { body: 'my later text' });
  const { notes } = await bench.sync();
  expect(notes.map(note => note.text)).toEqual([
    expect.stringContaining('its title was changed on both sides'),
    expect.stringContaining('its body was changed on both sides'),
  ]);
  const ticket = await bench.ticket(1);
  expect(ticket).toMatchObject({ title: 'theirs', body: 'my later text' });
  expect(ticket.comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(/The title was changed.*\n\nmine$/),
    expect.stringMatching(/The body was changed.*\n\ntheir text/),
  ]);
  expect(repository.issue(1).title).toBe('theirs');
  expect(repository.issue(1).body).toContain('my later text');
  expect(repository.issue(1).comments).toHaveLength(2);
  bench.clock.pass(5_000);
  expect(await bench.sync()).toMatchObject({ received: 0, sent: 0, notes: [] });
});

it('sees an edit that falls into the second of the last one', async () => {
  await bench.linked();
  const { repository } = bench.forge;
  const comment = repository.comment(1, 'ann', 'first');
  await bench.sync();
  repository.editComment(comment.id, 'second');
  await bench.sync();
  expect((await bench.ticket(1)).comments.map(({ body }) => body)).toEqual(['second']);
  repository.edit(1, { title: 'in the same second' });
  await bench.sync();
  expect((await bench.ticket(1)).title).toBe('in the same second');
});

it('carries comments, their edits and their deletions, in both directions', async () => {
  const { repository } = bench.forge;
  const ticket = await bench.linked();
  const comment = (deed: object) =>
    bench.board.write('me', transaction => {
      Reflect.apply(transaction.add, transaction, ['ticket', ticket.id, deed]);
    });
  const mine = '01HZZZZZZZZZZZZZZZZZZZZZZA';
  await comment({ op: 'comment', comment: mine, body: 'mine' });
  const theirs = repository.comment(1, 'stranger', 'theirs');
  await bench.sync();
  expect((await bench.ticket(1)).comments.map(each => [each.createdBy, each.body])).toEqual([
    ['me', 'mine'],
    ['@stranger', 'theirs'],
  ]);
  const sent = repository.issue(1).comments[1];
  expect(sent?.body).toBe(`mine\n\n<!-- tracker:${mine} -->`);
  await comment({ op: 'edit-comment', comment: mine, body: 'mine, edited' });
  repository.editComment(theirs.id, 'theirs, edited');
  await bench.sync();
  expect((await bench.ticket(1)).comments.map(({ body }) => body)).toEqual([
    'mine, edited',
    'theirs, edited',
  ]);
  expect(sent?.body).toBe(`mine, edited\n\n<!-- tracker:${mine} -->`);
  await comment({ op: 'delete-comment', comment: mine });
  repository.deleteComment(theirs.id);
  await bench.sync();
  expect((await bench.ticket(1)).comments).toEqual([]);
  expect(repository.issue(1).comments).toEqual([]);
});

it('lets an edit on one side outlive a deletion on the other', async () => {
  const { repository } = bench.forge;
  const ticket = await bench.linked();
  const theirs = repository.comment(1, 'ann', 'theirs');
  await bench.sync();
  const [known] = (await bench.ticket(1)).comments;
  await bench.board.write('me', transaction => {
    const id = known?.id ?? '';
    transaction.add('ticket', ticket.id, { op: 'delete-comment', comment: id });
  });
  repository.editComment(theirs.id, 'theirs, edited');
  await bench.sync();
  expect((await bench.ticket(1)).comments.map(({ body }) => body)).toEqual(['theirs, edited']);
  await bench.sync();
  expect(repository.issue(1).comments).toHaveLength(1);
});

it('looks once more right before it writes', async () => {
  await bench.linked({ title: 'one', body: 'text' });
  await bench.update(1, { title: 'mine' });
  const { repository } = bench.forge;
  repository.edit(1, { labels: ['new'] });
  let lists = 0;
  bench.forge.intercept = ({ method, url }) => {
    if (method === 'GET' && url.pathname.endsWith('/issues')) lists += 1;
    if (method === 'GET' && url.pathname.endsWith('/issues/1') && lists === 1) {
      lists += 1;
      bench.clock.pass(2_000);
      repository.edit(1, { title: 'theirs', body: 'their text' });
    }
    return undefined;
  };
  await bench.sync();
  const ticket = await bench.ticket(1);
  expect(ticket).toMatchObject({ title: 'theirs', body: 'their text', labels: ['new'] });
  expect(ticket.comments.map(({ body }) => body)).toEqual([expect.stringMatching(/\n\nmine$/)]);
});

it('asks for nothing but the changed ticket when it syncs outbound', async () => {
  await bench.linked();
  await bench.linked({ title: 'two' });
  bench.forge.repository.edit(1, { title: 'theirs' });
  await bench.update(2, { title: 'two of mine' });
  expect(await bench.asked({ mode: 'outbound' })).toEqual([
    'GET /repos/owner/project/issues/2 200',
    'PATCH /repos/owner/project/issues/2 200',
  ]);
  expect(await bench.asked({ mode: 'outbound' })).toEqual([]);
  expect((await bench.ticket(1)).title).toBe('one');
});

it('closes the issue of a deleted ticket with a comment, and opens it with the restored one', async () => {
  const ticket = await bench.linked();
  const { repository } = bench.forge;
  const deed = (op: 'delete' | 'restore') =>
    bench.board.write('me', transaction => {
      transaction.add('ticket', ticket.id, { op });
    });
  await deed('delete');
  await bench.sync();
  expect(repository.issue(1)).toMatchObject({ state: 'closed', stateReason: 'not_planned' });
  expect(repository.issue(1).comments.map(({ body }) => body)).toEqual([
    expect.stringContaining('was deleted in the tracker by `me`'),
  ]);
  repository.edit(1, { title: 'edited while it was deleted' });
  await bench.sync();
  await deed('restore');
  await bench.sync();
  expect(repository.issue(1).state).toBe('open');
  expect(await bench.ticket(1)).toMatchObject({ title: 'edited while it was deleted' });
});

it.each(['deleted', 'hidden'] as const)('unlinks the ticket of an issue that is %s', async fate => {
  await bench.linked();
  bench.forge.repository.issue(1).fate = fate;
  await bench.update(1, { title: 'mine' });
  const { notes } = await bench.sync();
  expect(notes).toMatchObject([{ ticket: 1, text: expect.stringContaining('issue 1 is gone') }]);
  expect(await bench.ticket(1)).toMatchObject({ title: 'mine', forgeIssue: null });
  expect(await bench.sync({ createIssues: true })).toMatchObject({ created: 0 });
});

it('unlinks nothing when the repository cannot be seen', async () => {
  await bench.linked();
  await bench.update(1, { title: 'mine' });
  bench.forge.repositories.length = 0;
  for (const mode of ['full', 'outbound'] as const) {
    await expect(bench.sync({ mode })).rejects.toMatchObject({ code: 'FORGE_FAILED' });
  }
  expect((await bench.ticket(1)).forgeIssue?.number).toBe(1);
});

it('follows an issue that was transferred', async () => {
  await bench.linked();
  const { ForgeRepository } = await import('../../fixtures/forge/forge-repository.ts');
  const other = new ForgeRepository('owner/elsewhere', () => bench.clock.now());
  bench.forge.repositories.push(other);
  other.open('ann', 'first there');
  bench.forge.repository.transfer(1, other);
  await bench.update(1, { title: 'mine' });
  const { notes } = await bench.sync();
  expect(notes).toMatchObject([{ text: expect.stringContaining('owner/elsewhere#2') }]);
  expect((await bench.ticket(1)).forgeIssue).toMatchObject({ repo: 'owner/elsewhere', number: 2 });
  expect(other.issue(2).title).toBe('mine');
  await bench.update(1, { title: 'mine again' });
  await bench.sync({ repo: 'owner/elsewhere' });
  expect(other.issue(2).title).toBe('mine again');
});

it('does not ask again for what the forge will not take', async () => {
  const bad = 'label \u{1F4A9}';
  await bench.linked({ title: 'one', labels: ['good', bad], assignee: 'nobody' });
  expect(bench.forge.repository.issue(1)).toMatchObject({ labels: ['good'], assignees: [] });
  expect(await bench.asked()).toEqual(['GET /repos/owner/project/issues 304']);
  expect(await bench.ticket(1)).toMatchObject({ labels: ['good', bad], assignee: 'nobody' });
});

it('fits the longest body, and tells of text that no ticket can hold', async () => {
  const body = 'x'.repeat(65_536);
  await bench.linked({ title: 'y'.repeat(256), body });
  const { repository } = bench.forge;
  expect(repository.issue(1).body).toBe(body);
  repository.edit(1, { title: 'a\u0007b\ncd', body: 'nul \0 and \ud800 half' });
  const { notes } = await bench.sync();
  expect(notes).toHaveLength(2);
  expect(await bench.ticket(1)).toMatchObject({
    title: 'a b cd',
    body: 'nul \u{fffd} and \u{fffd} half',
  });
});

/** Makes a ticket, and a sync that ends once the forge has made its issue. */
async function endBeforeLinking(values: { readonly title: string }): Promise<void> {
  await bench.create(values);
  const controller = new AbortController();
  bench.forge.intercept = ({ method }) => {
    if (method !== 'POST') return undefined;
    controller.abort();
    return 'lose';
  };
  await expect(bench.sync({ createIssues: true, signal: controller.signal })).rejects.toMatchObject(
    { code: 'FORGE_FAILED' },
  );
}

it('makes no second issue when it ended before the link was recorded, or the answer was lost', async () => {
  await endBeforeLinking({ title: 'one' });
  expect(bench.forge.repository.issues).toHaveLength(1);
  let posts = 0;
  bench.forge.intercept = ({ method }) => {
    posts += method === 'POST' ? 1 : 0;
    return method === 'POST' && posts === 1 ? 'lose' : undefined;
  };
  await bench.create({ title: 'two' });
  await bench.sync({ createIssues: true });
  expect(bench.forge.repository.issues.map(({ title }) => title)).toEqual(['one', 'two']);
  expect((await bench.ticket(1)).forgeIssue?.number).toBe(1);
  expect((await bench.ticket(2)).forgeIssue?.number).toBe(2);
});

it('finds the issue that was made before it ended, also for a ticket closed and edited since', async () => {
  await endBeforeLinking({ title: 'one' });
  bench.forge.intercept = () => undefined;
  await bench.update(1, { title: 'one, edited', status: 'done' });
  expect(await bench.sync()).toMatchObject({ created: 0, notes: [], failures: [] });
  expect(bench.forge.repository.issue(1)).toMatchObject({ title: 'one, edited', state: 'closed' });
});

it('does not believe the markers of strangers', async () => {
  const { id } = await bench.create({ title: 'one' });
  const { repository } = bench.forge;
  repository.open('stranger', 'evil', `evil\n\n<!-- tracker:${id} -->`);
  await bench.sync({ createIssues: true });
  const ticket = await bench.ticket(1);
  expect(ticket.forgeIssue?.number).toBe(2);
  repository.comment(2, 'stranger', `evil\n\n<!-- tracker:${id} -->`);
  await bench.sync();
  expect((await bench.ticket(1)).comments).toMatchObject([
    { createdBy: '@stranger', body: 'evil' },
  ]);
  expect((await bench.ticket(1)).comments[0]?.id).not.toBe(id);
});

it('waits for limits that end soon, and tells when to come back from others', async () => {
  await bench.linked();
  const { limit } = bench.forge;
  Object.assign(limit, { remaining: 0, resetAt: Date.now() + 5_000 });
  bench.clock.pass(Date.now() - bench.clock.now());
  bench.forge.repository.edit(1, { title: 'theirs' });
  await bench.sync();
  expect((await bench.ticket(1)).title).toBe('theirs');
  Object.assign(limit, { remaining: 0, resetAt: Date.now() + 600_000 });
  bench.clock.pass(Date.now() - bench.clock.now());
  await expect(bench.sync()).rejects.toMatchObject({
    code: 'FORGE_FAILED',
    remedy: expect.stringMatching(/^sync again at \d{4}-/),
  });
});

it('waits as a secondary limit asks', async () => {
  await bench.linked();
  await bench.update(1, { title: 'mine' });
  let refusals = 0;
  bench.forge.intercept = ({ method }) => {
    if (method !== 'PATCH' || refusals === 2) return undefined;
    refusals += 1;
    const message = 'You have exceeded a secondary rate limit. Please wait.';
    return { status: 403, body: { message }, headers: { 'retry-after': '7' } };
  };
  const before = bench.clock.now();
  await bench.sync();
  expect(bench.forge.repository.issue(1).title).toBe('mine');
  expect(bench.clock.now() - before).toBeGreaterThanOrEqual(14_000);
});

it('tries again what failed on the forge, with pauses, and gives up in the end', async () => {
  await bench.linked();
  bench.forge.repository.edit(1, { title: 'theirs' });
  let failed = 0;
  bench.forge.intercept = () => {
    failed += 1;
    return failed <= 2 ? { status: 502, body: { message: 'Server Error' } } : undefined;
  };
  const before = bench.clock.now();
  await bench.sync();
  expect((await bench.ticket(1)).title).toBe('theirs');
  expect(bench.clock.now() - before).toBe(5_000);
  bench.forge.intercept = () => 'drop';
  await expect(bench.sync()).rejects.toMatchObject({ code: 'FORGE_FAILED' });
});

it('gives up on a forge that does not answer, and stops at once when it is told to', async () => {
  await bench.linked();
  bench.forge.intercept = () => 'hang';
  await expect(bench.sync({ timeout: 50 })).rejects.toMatchObject({ code: 'FORGE_FAILED' });
  const controller = new AbortController();
  bench.forge.intercept = () => {
    controller.abort();
    return 'hang';
  };
  await expect(bench.sync({ signal: controller.signal })).rejects.toMatchObject({
    code: 'FORGE_FAILED',
    message: 'the sync with the forge was stopped',
  });
});

it('goes on past an issue that fails, and comes back to it', async () => {
  await bench.linked();
  await bench.linked({ title: 'two' });
  await bench.update(1, { title: 'one of mine' });
  await bench.update(2, { title: 'two of mine' });
  bench.forge.intercept = ({ method, url }) =>
    method === 'PATCH' && url.pathname.endsWith('/1')
      ? {
          status: 422,
          body: { message: 'Validation Failed', errors: [{ field: 'title', code: 'odd' }] },
        }
      : undefined;
  const { failures } = await bench.sync();
  expect(failures).toMatchObject([
    { ticket: 1, issue: 1, text: expect.stringContaining('title: odd') },
  ]);
  expect(bench.forge.repository.issue(2).title).toBe('two of mine');
  bench.forge.intercept = () => undefined;
  await bench.sync();
  expect(bench.forge.repository.issue(1).title).toBe('one of mine');
});

it.each([
  [{ status: 401, body: { message: 'Bad credentials' } }, 'AUTH'],
  [{ status: 403, body: { message: 'Resource not accessible by token' } }, 'AUTH'],
  [{ status: 410, body: { message: 'Issues are disabled for this repo' } }, 'FORGE_FAILED'],
  [{ status: 200, body: { message: 'no list' } }, 'FORGE_FAILED'],
])('tells %j as %s', async (reply, code) => {
  await bench.linked();
  bench.forge.intercept = () => reply;
  const outcome = await bench.sync().catch((error: unknown) => error);
  expect(outcome).toMatchObject({ code });
  expect((await bench.ticket(1)).forgeIssue?.number).toBe(1);
});

it('keeps the link of an issue that is there, where the forge hides that it may not be written to', async () => {
  await bench.linked();
  await bench.update(1, { title: 'one of mine' });
  bench.forge.intercept = ({ method }) =>
    method === 'GET' ? undefined : { status: 404, body: { message: 'Not Found' } };
  const { failures } = await bench.sync();
  expect(failures).toMatchObject([{ issue: 1, text: expect.stringContaining('FORGE_TOKEN') }]);
  expect((await bench.ticket(1)).forgeIssue?.number).toBe(1);
  bench.forge.intercept = () => undefined;
  expect(await bench.sync()).toMatchObject({ sent: 1, failures: [] });
  expect(bench.forge.repository.issue(1).title).toBe('one of mine');
});

it('sends its token to no other place', async () => {
  await bench.linked();
  bench.clock.pass(5_000);
  const headers = { location: 'http://localhost:9/' };
  bench.forge.intercept = () => ({ status: 301, body: { message: 'Moved' }, headers });
  await expect(bench.sync()).rejects.toMatchObject({
    code: 'FORGE_FAILED',
    message: expect.stringContaining('where its token must not go'),
  });
});

it('reads lists of several pages', async () => {
  await bench.linked();
  for (let count = 0; count < 250; count += 1) bench.forge.repository.open('ann', `more ${count}`);
  bench.forge.repository.issue(1).updatedAt = bench.forge.repository.time;
  bench.forge.repository.issue(1).title = 'theirs';
  expect(await bench.asked()).toHaveLength(3);
  expect((await bench.ticket(1)).title).toBe('theirs');
});

it('needs nothing of what this clone remembers', async () => {
  await bench.linked();
  bench.forge.repository.edit(1, { title: 'theirs' });
  const { readdir, rm } = await import('node:fs/promises');
  const folder = `${bench.repository.gitDir}/tracker`;
  const files = (await readdir(folder)).filter(name => name.endsWith('.forge.json'));
  expect(files).toHaveLength(1);
  for (const name of files) await rm(`${folder}/${name}`);
  await bench.sync();
  expect((await bench.ticket(1)).title).toBe('theirs');
});
