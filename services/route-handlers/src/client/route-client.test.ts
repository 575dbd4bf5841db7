import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { type HeldServer, startHeldServer } from '../../fixtures/held-server.ts';
import {
  type DeletePost,
  deletePost,
  type GetPost,
  getPost,
  type HeadPosts,
  headPosts,
  type PutPost,
  putPost,
} from '../../fixtures/post-endpoints.ts';
import { type CallArguments, type CallOutput, ResponseError, RouteClient } from './index.ts';

/** As generated. */
class PostsClient extends RouteClient {
  async get(...[input]: CallArguments<GetPost>): Promise<CallOutput<GetPost>> {
    return this.call(getPost, input);
  }
  async put(...[input]: CallArguments<PutPost>): Promise<CallOutput<PutPost>> {
    return this.call(putPost, input);
  }
  async delete(...[input]: CallArguments<DeletePost>): Promise<CallOutput<DeletePost>> {
    return this.call(deletePost, input);
  }
  async head(...[input]: CallArguments<HeadPosts>): Promise<CallOutput<HeadPosts>> {
    return this.call(headPosts, input);
  }
}

const first = { id: 1, title: 'first' };
const params = { postId: 1 };

describe('RouteClient', () => {
  let server: HeldServer;
  let client: PostsClient;

  beforeEach(async () => {
    server = await startHeldServer();
    client = new PostsClient({ baseUrl: server.url });
  });
  afterEach(() => server[Symbol.asyncDispose]());

  const fails = (result: Promise<unknown>) =>
    result.then(
      value => expect.fail(`it gave ${JSON.stringify(value)}`),
      (error: unknown) => error,
    );

  it('sends a request and gives the body of its answer', async () => {
    const result = client.put({
      params: { postId: 'a/b' },
      headers: { 'x-reason': 'typo' },
      body: { title: 'first' },
    });
    const request = await server.next();
    expect(request).toMatchObject({
      method: 'PUT',
      url: '/posts/a%2Fb',
      body: '{"title":"first"}',
      headers: { 'content-type': 'application/json', 'x-reason': 'typo' },
    });
    request.answer(200, first);
    expect(await result).toEqual(first);
  });

  it('is typed by the config', () => {
    expectTypeOf(client.get).returns.resolves.toEqualTypeOf<{ id: number; title: string }>();
    expectTypeOf<CallArguments<HeadPosts>>().toExtend<[input?: object]>();
    // @ts-expect-error params are needed
    const withoutInput = () => client.get();
    // @ts-expect-error a title is text
    const wrongBody = () => client.put({ params, headers: { 'x-reason': '' }, body: { title: 1 } });
    expect([withoutInput, wrongBody]).toHaveLength(2);
  });

  it('gives undefined for answers without a body, to HEAD and of 204', async () => {
    const head = client.head();
    const request = await server.next();
    expect(request).toMatchObject({ method: 'HEAD', body: '' });
    request.response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': 7 })
      .end();
    expect(await head).toBeUndefined();

    const removed = client.delete({ params });
    (await server.next()).answer(204);
    expect(await removed).toBeUndefined();
  });

  it('refuses an empty answer where the schema wants a body', async () => {
    const result = fails(client.get({ params }));
    (await server.next()).answer(200);
    expect(await result).toBeInstanceOf(Error);
  });

  it('refuses a body that breaks the schema', async () => {
    const result = fails(client.get({ params }));
    (await server.next()).answer(200, { id: 'x', title: 'y' });
    expect(await result).toMatchObject({ message: expect.stringContaining('id') });
  });

  it.each([
    ['text/html', '<p>Sign in</p>', 'text/html'],
    ['application/json', '{"id":', 'application/json'],
    [undefined, '\n', 'no content type'],
  ])('says so where a success is not JSON (%s)', async (type, text, told) => {
    const result = fails(client.get({ params }));
    (await server.next()).response.writeHead(200, type ? { 'content-type': type } : {}).end(text);
    expect(await result).toMatchObject({
      message: `the answer of status 200 (${told}) is not JSON`,
      cause: expect.any(SyntaxError),
    });
  });

  it.each([
    ['{"message":"There is no such post"}', { message: 'There is no such post' }],
    ['<h1>Not here</h1>', '<h1>Not here</h1>'],
    ['', undefined],
  ])(
    'throws the status text of an answer that is no success, with its body %o',
    async (text, body) => {
      const result = fails(client.get({ params }));
      (await server.next()).response.writeHead(404).end(text);
      const error = await result;
      expect(error).toBeInstanceOf(ResponseError);
      expect(error).toMatchObject({
        name: 'ResponseError',
        message: 'Not Found',
        status: 404,
        statusText: 'Not Found',
        body,
      });
    },
  );

  it('tells the status where there is no status text', async () => {
    const answer = { status: 503, statusText: '', body: undefined };
    expect(new ResponseError(answer)).toMatchObject({ message: 'HTTP status 503' });
  });

  it('takes an answer of status 304 for no success', async () => {
    const result = fails(client.get({ params }));
    (await server.next()).response.writeHead(304).end();
    expect(await result).toMatchObject({ message: 'Not Modified', status: 304 });
  });

  it('ends when its time is up, before the answer or within its body', async () => {
    const timeout = { name: 'TimeoutError', message: 'no answer within 50 ms' };
    const options = { timeoutMs: 50 };
    const before = fails(client.get({ params, options }));
    expect(await before).toMatchObject(timeout);

    server.answerAll(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
    });
    expect(await fails(client.get({ params, options }))).toMatchObject(timeout);
  });

  it('can be aborted, and leaves nothing on a controller that calls share', async () => {
    const abortController = new AbortController();
    const options = { abortController };
    const answered = client.get({ params, options });
    (await server.next()).answer(200, first);
    expect(await answered).toEqual(first);
    expect(getEventListeners(abortController.signal, 'abort')).toEqual([]);

    const aborted = fails(client.get({ params, options }));
    const { closed } = await server.next();
    abortController.abort();
    expect(await aborted).toBe(abortController.signal.reason);
    await closed;

    expect(await fails(client.get({ params, options }))).toBe(abortController.signal.reason);
    expect(server.received()).toBe(2);
  });

  it('tells that the network is down', async () => {
    const result = fails(client.get({ params }));
    (await server.next()).response.destroy();
    expect(await result).toBeInstanceOf(TypeError);
  });

  it('rejects what cannot be sent', async () => {
    const bad = await fails(client.get({ params: { postId: '..' } }));
    expect(bad).toMatchObject({ code: 'RH_PATH' });
    const nowhere = new PostsClient();
    expect(await fails(nowhere.get({ params }))).toMatchObject({
      code: 'RH_CALL',
      message: '/posts/1 is a path, which only a page can fetch: give a baseUrl',
    });
    expect(server.received()).toBe(0);
  });

  it('uses the fetch it is given, with no `this`, and whatever that resolves to', async () => {
    const urls: string[] = [];
    const own = new PostsClient({
      async fetch(this: unknown, url, { signal }) {
        expect(this).toBeUndefined();
        expect(signal?.aborted).toBe(false);
        urls.push(url);
        return Response.json(first);
      },
    });
    expect(await own.get({ params, searchParams: { tag: ['a', 'b'] } })).toEqual(first);
    expect(urls).toEqual(['/posts/1?tag=a&tag=b']);
  });

  it('ends in time even where its fetch heeds no signal', async () => {
    const deaf = new PostsClient({ fetch: () => new Promise(() => {}) });
    const options = { timeoutMs: 20 };
    expect(await fails(deaf.get({ params, options }))).toMatchObject({
      name: 'TimeoutError',
    });
  });
});
