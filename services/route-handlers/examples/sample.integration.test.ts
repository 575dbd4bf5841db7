import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../fixtures/browser/chromium.ts';
import { type Caller, createCaller, signIn } from './tests/ask.ts';
import { generate, type SampleServer, sampleServers } from './tests/sample-server.ts';

const setUpTimeoutMs = 420_000;
const text = { title: 'Rope', text: 'Splice it.', tags: ['boat'], published: true };

beforeAll(generate, setUpTimeoutMs);

describe.each(['fastify', 'next'] as const)('the sample application on %s', name => {
  let server: SampleServer;
  let visitor: Caller;
  let ada: Caller;
  let grace: Caller;

  beforeAll(async () => {
    server = await sampleServers[name]();
    visitor = createCaller(server.origin);
    ada = await signIn(server.origin, 'Ada');
    grace = await signIn(server.origin, 'Grace');
  }, setUpTimeoutMs);

  afterAll(() => server?.[Symbol.asyncDispose]());

  const idsOf = async (caller: Caller, query: string): Promise<unknown> => {
    const { json } = await caller.ask('GET', `/api/posts${query}`);
    return json;
  };

  it('lists posts by one tag or several, drafts for their author alone', async () => {
    const post = (id: number) => expect.objectContaining({ id });
    expect(await idsOf(visitor, '')).toEqual({ posts: [post(3), post(1)] });
    expect(await idsOf(visitor, '?tag=boat')).toEqual({ posts: [post(3)] });
    expect(await idsOf(visitor, '?tag=boat&tag=food%2Fbread')).toEqual({
      posts: [post(3), post(1)],
    });
    expect(await idsOf(visitor, '?limit=1&drafts=true')).toEqual({ posts: [post(3)] });
    expect(await idsOf(ada, '?drafts=true')).toEqual({ posts: [post(3), post(2), post(1)] });
  });

  it('refuses a query that does not fit', async () => {
    expect(await visitor.ask('GET', '/api/posts?limit=1&limit=2')).toMatchObject({
      status: 400,
      json: { message: 'searchParams/limit must be integer' },
    });
  });

  it('lets members alone write, and says what is wrong with a post', async () => {
    expect(await visitor.askJson('POST', '/api/posts', text)).toMatchObject({
      status: 401,
      json: { message: 'Unauthorized' },
    });
    expect(await ada.askJson('POST', '/api/posts', { ...text, title: 7 })).toMatchObject({
      status: 400,
      json: { message: 'body/title must be string' },
    });
  });

  it('keeps a post from being written to its being deleted', async () => {
    const added = await ada.askJson('POST', '/api/posts', { title: 'Rope', text: 'Splice it.' });
    const path = added.headers.get('location') ?? '';
    expect(added).toMatchObject({
      status: 201,
      json: { author: 'Ada', tags: [], published: true },
    });
    expect(await ada.askJson('PUT', path, { ...text, title: 'Ropes' })).toMatchObject({
      status: 200,
      json: { title: 'Ropes', tags: ['boat'] },
    });
    expect(await ada.askJson('PATCH', path, { title: ' Knots ' })).toMatchObject({
      status: 200,
      json: { title: 'Knots' },
    });
    const head = await visitor.ask('HEAD', path);
    expect([head.status, head.headers.get('x-author'), head.json]).toEqual([200, 'Ada', undefined]);
    expect(await ada.ask('DELETE', path)).toMatchObject({ status: 204, json: undefined });
    expect(await visitor.ask('HEAD', path)).toMatchObject({ status: 404 });
  });

  it('refuses what is not a member’s own, and what is not there', async () => {
    expect(await grace.askJson('PUT', '/api/posts/1', text)).toMatchObject({ status: 403 });
    expect(await grace.askJson('PUT', '/api/posts/999', text)).toMatchObject({
      status: 404,
      json: { message: 'There is no such post' },
    });
    expect(await visitor.ask('GET', '/api/posts/0')).toMatchObject({ status: 400 });
    expect(await visitor.ask('GET', '/api/posts/bread')).toMatchObject({
      status: 400,
      json: { message: 'params/postId must be integer' },
    });
  });

  it('answers OPTIONS', async () => {
    const { status, headers } = await visitor.ask('OPTIONS', '/api/posts');
    expect([status, headers.get('allow')]).toEqual([204, 'GET, POST, OPTIONS']);
  });

  it('takes comments from forms, of members and of visitors', async () => {
    const path = '/api/posts/1/comments';
    const form = (stars: string) => ({ body: new URLSearchParams({ text: 'Fine.', stars }) });
    expect(await visitor.ask('POST', path, form('6'))).toMatchObject({ status: 400 });
    const first = await visitor.ask('POST', path, form('5'));
    expect(first).toMatchObject({ status: 201, json: { author: 'a visitor', stars: 5 } });
    const second = await grace.askJson('POST', path, { text: 'Good.', stars: 4 });
    expect(second).toMatchObject({ status: 201, json: { author: 'Grace', stars: 4 } });
    const { json } = await visitor.ask('GET', path);
    expect(json).toEqual([first.json, second.json]);
  });

  it('takes a body with a DELETE where the route has a validator for it', async () => {
    const form = { body: new URLSearchParams({ text: 'Buy!', stars: '1' }) };
    const { json } = await visitor.ask('POST', '/api/posts/1/comments', form);
    const id = typeof json === 'object' && json !== null ? Reflect.get(json, 'id') : undefined;
    const path = `/api/posts/1/comments/${id}`;
    expect(await ada.askJson('DELETE', path, { reason: 'dull' })).toMatchObject({ status: 400 });
    expect(await ada.askJson('DELETE', path, { reason: 'spam' })).toMatchObject({
      status: 200,
      json: { removed: id, reason: 'spam' },
    });
  });

  it('takes a file, and finds it below its folder', async () => {
    const body = new FormData();
    body.set('folder', 'pictures');
    body.set('file', new File(['It boils.'], 'pot.txt', { type: 'text/plain' }));
    expect(await ada.ask('POST', '/api/files', { body })).toMatchObject({
      status: 201,
      json: { path: 'pictures/pot.txt', size: 9 },
    });
    expect(await visitor.ask('GET', '/api/files/pictures/pot.txt')).toMatchObject({
      status: 200,
      json: { name: 'pot.txt', type: 'text/plain', size: 9 },
    });
    body.set('folder', '../..');
    expect(await ada.ask('POST', '/api/files', { body })).toMatchObject({ status: 400 });
  });

  it('counts posts by a path of none or more segments', async () => {
    expect(await visitor.ask('GET', '/api/tags')).toMatchObject({ json: { tag: '' } });
    expect(await visitor.ask('GET', '/api/tags/food/bread')).toMatchObject({
      json: { tag: 'food/bread', posts: 1 },
    });
  });

  it('asks for a key in a header, with 400', async () => {
    const path = '/api/admin/statistics';
    const withKey = (key: string) => ({ headers: { 'X-Admin-Key': key } });
    expect(await visitor.ask('GET', path)).toMatchObject({
      status: 400,
      json: { message: 'headers/x-admin-key is required' },
    });
    expect(await visitor.ask('GET', path, withKey('guessed'))).toMatchObject({
      status: 400,
      json: { message: 'headers/x-admin-key is not valid' },
    });
    expect(await visitor.ask('GET', path, withKey('for-the-sample-only'))).toMatchObject({
      status: 200,
    });
  });

  it('answers 500 where a handler throws', async () => {
    expect(await visitor.ask('POST', '/api/admin/exports')).toMatchObject({
      status: 500,
      json: { message: 'Internal Server Error' },
    });
  });

  it('signs in and out by a cookie', async () => {
    const guest = await signIn(server.origin, 'Joan');
    expect(await guest.ask('GET', '/api/session')).toMatchObject({ json: { name: 'Joan' } });
    const { status, headers } = await guest.ask('DELETE', '/api/session');
    expect([status, headers.getSetCookie()[0]]).toEqual([204, expect.stringMatching(/Max-Age=0/)]);
    expect(await guest.ask('GET', '/api/session')).toMatchObject({ json: { name: null } });
  });

  it('is called by its generated clients', async () => {
    const { ApiPostsClient } = await import('./app/api/posts/client.ts');
    const { ApiPostsPostIdClient } = await import('./app/api/posts/[postId]/client.ts');
    const options = { baseUrl: server.origin };
    const { posts } = await new ApiPostsClient(options).get({
      searchParams: { tag: ['food/bread'], limit: 5, drafts: false },
    });
    expect(posts.map(({ title }) => title)).toEqual(['Bread without kneading']);
    const client = new ApiPostsPostIdClient(options);
    expect(await client.get({ params: { postId: 1 } })).toEqual(posts[0]);
    expect(await client.head({ params: { postId: 1 } })).toBeUndefined();
    await expect(client.get({ params: { postId: 999 } })).rejects.toMatchObject({
      message: 'Not Found',
      status: 404,
      body: { message: 'There is no such post' },
    });
    await expect(client.delete({ params: { postId: 1 } })).rejects.toThrow('Unauthorized');
  });

  it.each(['/api/_preview', '/api/(account)/session'])('has no route %s', async path => {
    const response = await fetch(`${server.origin}${path}`);
    expect(response.status).toBe(404);
  });

  describe('in a browser', () => {
    let browser: Browser;
    let page: Page;
    const complaints: string[] = [];
    const scripts: Promise<string>[] = [];

    beforeAll(async () => {
      browser = await launchChromium();
      page = await browser.newPage();
      page.on('pageerror', error => complaints.push(String(error)));
      page.on('console', message => {
        if (isComplaint(message)) complaints.push(message.text());
      });
      page.on('response', response => {
        if (response.request().resourceType() === 'script') scripts.push(response.text());
      });
      await page.goto(server.origin);
    }, setUpTimeoutMs);

    afterAll(() => browser?.close());

    const form = (name: string) => page.getByRole('form', { name });

    it('lists, signs in, writes, refuses, edits and looks up', async () => {
      await page.getByRole('heading', { name: 'Tea at sea' }).waitFor();

      await form('Sign in').getByLabel('Name').fill('Joan');
      await form('Sign in').getByRole('button').click();
      await page.getByText('Signed in as Joan').waitFor();

      await form('New post').getByRole('button').click();
      const refusal = form('New post').getByRole('alert');
      await refusal.waitFor();
      expect(await refusal.textContent()).toMatch(/^body\/title must /);

      await form('New post').getByLabel('Title').fill('Lamps');
      await form('New post').getByRole('button').click();
      await page.getByRole('heading', { name: 'Lamps' }).waitFor();
      expect(await refusal.count()).toBe(0);

      await form('Edit Lamps').getByLabel('New title').fill('Lanterns & more');
      await form('Edit Lamps').getByRole('button').click();
      await page.getByRole('heading', { name: 'Lanterns & more' }).waitFor();

      await form('Find').getByLabel('Number').fill('999');
      await form('Find').getByRole('button').click();
      await form('Find').getByText('There is no such post').waitFor();
      await form('Find').getByLabel('Number').fill('1');
      await form('Find').getByRole('button').click();
      await form('Find').getByText('Bread without kneading').waitFor();
      expect(await form('Find').getByRole('alert').count()).toBe(0);
    });

    it('has the paths of its calls, but nothing of handlers and user functions', async () => {
      const code = (await Promise.all(scripts)).join('');
      expect(code).toContain('/api/posts/[postId]');
      expect(serverSide.filter(text => code.includes(text))).toEqual([]);
    });

    it('writes no error to the console', () => {
      expect(complaints).toEqual([]);
    });
  });
});

/** What stands in handlers, user functions and request validators only. */
const serverSide = [
  'Only its author can change a post',
  'Nobody is signed in',
  'for-the-sample-only',
  'EXPORT_FOLDER',
];

/** Chromium tells of each refused call as an error; those the page asks for are none. */
function isComplaint(message: ConsoleMessage): boolean {
  const isRefusedCall =
    message.text().startsWith('Failed to load resource') &&
    message.location().url.includes('/api/');
  return message.type() === 'error' && !isRefusedCall;
}
