import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleForBrowser } from '../../fixtures/browser/bundle.ts';
import { launchChromium } from '../../fixtures/browser/chromium.ts';
import type { CommittedState, Input, Setting } from '../../fixtures/browser/hook-page.ts';
import { type OpenHookPage, openHookPage } from '../../fixtures/browser/open-hook-page.ts';
import { type HeldServer, startHeldServer } from '../../fixtures/held-server.ts';

const first = { id: 1, title: 'first' };
const second = { id: 2, title: 'second' };
const idle: CommittedState = { data: null, error: null, isLoading: false };
const loading: CommittedState = { data: null, error: null, isLoading: true };
const succeeded = (data: unknown): CommittedState => ({ ...idle, data });

const patience = { timeout: 60_000, interval: 20 };

let browser: Browser;
let script: string;

beforeAll(async () => {
  browser = await launchChromium();
  script = await bundleForBrowser(new URL('../../fixtures/browser/hook-page.ts', import.meta.url));
});
afterAll(() => browser.close());

describe.each([{ strict: false }, { strict: true }])(
  'useRoute, strict mode: $strict',
  ({ strict }) => {
    let page: OpenHookPage;
    let api: HeldServer;

    beforeEach(async () => {
      api = await startHeldServer();
      page = await openHookPage(browser, script, 'of-ann');
    });
    afterEach(async () => {
      await page[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
      expect(page.complaints).toEqual([]);
    });

    const setting = (setting: Partial<Setting> = {}): Setting => ({
      hook: 'get',
      strict,
      baseUrl: api.url,
      ...setting,
    });
    const show = (partial?: Partial<Setting>) => page.show(setting(partial));
    const autoRun = (input: Input = { params: { postId: 1 } }) =>
      show({ options: { autoRun: true, ...input } });
    const reaches = (state: object) => expect.poll(page.lastState, patience).toMatchObject(state);
    const one: Input = { params: { postId: 1 } };

    /** Shows a hook and makes a call by hand, which the server holds. */
    async function call(input: Input = one, partial?: Partial<Setting>) {
      await show(partial);
      await reaches(idle);
      const result = page.fetchData(input);
      return { result, request: await api.next() };
    }

    it('makes no call until it is told to', async () => {
      const { result, request } = await call();
      expect(new Set((await page.states()).map(state => JSON.stringify(state)))).toEqual(
        new Set([idle, loading].map(state => JSON.stringify(state))),
      );
      request.answer(200, first);
      expect(await result).toEqual(first);
      await reaches(succeeded(first));
      expect(api.received()).toBe(1);
    });

    it('makes the call itself with autoRun, loading from the first render', async () => {
      api.answerAll(request => request.answer(200, first));
      await autoRun();
      await reaches(succeeded(first));
      const told = (await page.states()).map(state => JSON.stringify(state));
      expect([...new Set(told)]).toEqual(
        [loading, succeeded(first)].map(state => JSON.stringify(state)),
      );
    });

    it('makes it again when its input changes, and only then, loading at once', async () => {
      api.answerAll(({ url, answer }) => answer(200, url === '/posts/1' ? first : second));
      await autoRun({ params: { postId: 1 }, searchParams: {} });
      await reaches(succeeded(first));
      const calls = api.received();

      const before = (await page.states()).length;
      await autoRun({ searchParams: { tag: undefined }, params: { postId: 1 } });
      expect(await page.states()).toHaveLength(before + 1);
      expect(api.received()).toBe(calls);

      await autoRun({ params: { postId: 2 } });
      await reaches(succeeded(second));
      expect(api.received()).toBe(calls + 1);
      const after = (await page.states()).slice(before + 1);
      expect(after.at(0)).toEqual({ ...succeeded(first), isLoading: true });
      expect(after.at(-2)).toEqual({ ...succeeded(first), isLoading: true });
    });

    it('lets a call by hand follow one of its own', async () => {
      api.answerAll(({ url, answer }) => answer(200, url === '/posts/1' ? first : second));
      await autoRun();
      await reaches(succeeded(first));
      expect(await page.fetchData({ params: { postId: 2 } })).toEqual(second);
      await reaches(succeeded(second));
    });

    it('lets a newer call win, and ends the older', async () => {
      const older = await call();
      const newer = page.fetchData({ params: { postId: 2 } });
      const request = await api.next();
      expect(await older.result).toBeNull();
      await older.request.closed;
      older.request.answer(200, first);
      expect(await page.lastState()).toEqual(loading);
      request.answer(200, second);
      expect(await newer).toEqual(second);
      await reaches(succeeded(second));
    });

    it('ends the call when the component goes, and makes no other', async () => {
      const { result, request } = await call();
      await reaches(loading);
      const { length } = await page.states();
      await page.render(null);
      await request.closed;
      expect(await result).toBeNull();
      expect(await page.fetchData(one)).toBeNull();
      expect(await page.states()).toHaveLength(length);
      expect(api.received()).toBe(1);
    });

    it('appears again afresh', async () => {
      await call();
      await page.render(null);
      api.answerAll(request => request.answer(200, second));
      await autoRun();
      await reaches(succeeded(second));
    });

    it('ends the call when it is hidden, and is idle when it is seen again', async () => {
      const { result, request } = await call();
      await page.render(setting({ hidden: true }));
      await request.closed;
      expect(await result).toBeNull();
      await show();
      await reaches(idle);
      expect(api.received()).toBe(1);
    });

    it('makes its own call again when it is seen again', async () => {
      const options = { autoRun: true, ...one };
      api.answerAll(request => request.answer(200, first));
      await show({ options });
      await reaches(succeeded(first));
      await page.render(setting({ hidden: true, options }));
      api.answerAll(request => request.answer(200, second));
      await show({ options });
      await reaches(succeeded(second));
    });

    it('makes a call that a child wants as it appears', async () => {
      api.answerAll(request => request.answer(200, first));
      await show({ childInput: one });
      await reaches(succeeded(first));
    });

    it('makes no call for what is rendered but never shown', async () => {
      api.answerAll(({ url, answer }) => answer(200, url === '/posts/1' ? first : second));
      await autoRun();
      await reaches(succeeded(first));
      const calls = api.received();
      await page.abandon(
        setting({ baseUrl: `${api.url}/base`, options: { autoRun: true, params: { postId: 2 } } }),
      );
      expect(await page.fetchData(one)).toEqual(first);
      expect(api.received()).toBe(calls + 1);
      await reaches(succeeded(first));
    });

    it('keeps one fetchData for all its renders', async () => {
      const { request } = await call();
      request.answer(200, first);
      await reaches(succeeded(first));
      await show({ baseUrl: page.server.url, ownFetch: true });
      expect(await page.identities()).toBe(1);
    });

    it('can be aborted', async () => {
      await show();
      await reaches(idle);
      const result = page.fetchAbortable(one);
      const request = await api.next();
      await page.abort();
      await request.closed;
      expect(await result).toBeNull();
      await reaches({ data: null, error: { name: 'AbortError' }, isLoading: false });
    });

    it('ends when its time is up, before the answer or within its body', async () => {
      const timeoutMs = 200;
      const timedOut = {
        data: null,
        error: { name: 'TimeoutError', message: `no answer within ${timeoutMs} ms` },
        isLoading: false,
      };
      await show();
      expect(await page.fetchData({ ...one, options: { timeoutMs } })).toBeNull();
      await reaches(timedOut);

      api.answerAll(({ response }) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
      });
      expect(await page.fetchData({ ...one, options: { timeoutMs } })).toBeNull();
      await reaches(timedOut);
    });

    it('sends cookies to another origin', async () => {
      const { request } = await call();
      expect(request.headers.origin).toBe(page.server.url);
      expect(request.headers.cookie).toBe('session=of-ann');
      request.answer(200, first);
      await reaches(succeeded(first));
    });

    it('sends JSON, headers and an encoded path', async () => {
      const input = {
        params: { postId: 'a/b?ü' },
        headers: { 'x-reason': 'typo' },
        body: { title: 'é' },
      };
      const { request } = await call(input, { hook: 'put' });
      expect(request).toMatchObject({
        method: 'PUT',
        url: '/posts/a%2Fb%3F%C3%BC',
        body: '{"title":"é"}',
      });
      expect(request.headers).toMatchObject({
        'content-type': 'application/json',
        'x-reason': 'typo',
      });
      request.answer(200, first);
      await reaches(succeeded(first));
    });

    it('sends a query and no body with GET', async () => {
      const searchParams = { tag: ['a', 'b&c'], page: 2, since: undefined };
      const { request } = await call({ ...one, searchParams, body: { title: 'no' } });
      expect(request).toMatchObject({
        method: 'GET',
        url: '/posts/1?tag=a&tag=b%26c&page=2',
        body: '',
      });
      expect(request.headers['content-type']).toBe('application/json');
      request.answer(200, first);
      await reaches(succeeded(first));
    });

    it('takes answers without a body, to HEAD and of 204', async () => {
      const head = await call({}, { hook: 'head' });
      expect(head.request).toMatchObject({ method: 'HEAD', url: '/posts', body: '' });
      head.request.answer(200);
      expect(await head.result).toBeUndefined();
      await reaches({ error: null, isLoading: false });

      await show({ hook: 'delete' });
      await reaches(idle);
      const removed = page.fetchData(one);
      (await api.next()).answer(204);
      expect(await removed).toBeUndefined();
      await reaches({ error: null, isLoading: false });
    });

    it('tells the message of an answer that is no success', async () => {
      const { result, request } = await call();
      request.answer(404, { message: 'There is no such post' });
      expect(await result).toBeNull();
      const error = { name: 'ResponseError', message: 'There is no such post', status: 404 };
      await reaches({ data: null, error, isLoading: false });
    });

    it('tells the status text where such an answer has no message', async () => {
      const { request } = await call();
      request.response.writeHead(502).end('<h1>Bad gateway</h1>');
      await reaches({ error: { message: 'Bad Gateway', status: 502 } });
      const again = page.fetchData(one);
      (await api.next()).answer(500, { message: 7 });
      expect(await again).toBeNull();
      await reaches({ error: { message: 'Internal Server Error', status: 500 } });
    });

    it('refuses an answer that breaks the schema, or is not JSON, and forgets the data', async () => {
      const { request } = await call();
      request.answer(200, first);
      await reaches(succeeded(first));
      const broken = page.fetchData(one);
      (await api.next()).answer(200, { id: 'x', title: 'y' });
      expect(await broken).toBeNull();
      await reaches({ data: null, error: { message: expect.stringContaining('id') } });
      const page200 = page.fetchData(one);
      (await api.next()).response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
      expect(await page200).toBeNull();
      await reaches({
        data: null,
        error: { message: 'the answer of status 200 (text/html) is not JSON' },
      });
    });

    it('tells that the network is down, and is good again after', async () => {
      await show();
      await reaches(idle);
      const result = page.fetchData(one);
      (await api.next()).response.destroy();
      expect(await result).toBeNull();
      await reaches({ data: null, error: { name: 'TypeError' }, isLoading: false });
      const again = page.fetchData(one);
      (await api.next()).answer(200, first);
      expect(await again).toEqual(first);
      await reaches(succeeded(first));
    });

    it('tells of a call that cannot be sent', async () => {
      await autoRun({ params: { postId: '..' } });
      await reaches({
        error: { message: expect.stringContaining('params/postId') },
        isLoading: false,
      });
      expect(api.received()).toBe(0);
    });

    it('asks its own server, by its own fetch, where a provider says no other', async () => {
      await page.show({ hook: 'get', strict });
      await reaches(idle);
      const result = page.fetchData(one);
      const own = await page.server.next();
      expect(own).toMatchObject({ url: '/posts/1', headers: { cookie: 'session=of-ann' } });
      expect(own.headers).not.toHaveProperty('x-own-fetch');
      own.answer(200, first);
      expect(await result).toEqual(first);
    });

    it("uses the provider's baseUrl and fetch, of the last render", async () => {
      await page.show({ hook: 'get', strict });
      await show({ ownFetch: true, baseUrl: `${api.url}/base/` });
      const result = page.fetchData(one);
      const request = await api.next();
      expect(request).toMatchObject({ url: '/base/posts/1', headers: { 'x-own-fetch': 'yes' } });
      request.answer(200, first);
      expect(await result).toEqual(first);
    });

    it('asks again when the provider has another baseUrl', async () => {
      api.answerAll(({ url, answer }) => answer(200, url === '/posts/1' ? first : second));
      await autoRun();
      await reaches(succeeded(first));
      await show({ baseUrl: `${api.url}/base`, options: { autoRun: true, ...one } });
      await reaches(succeeded(second));
    });
  },
);
