import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boardRepository } from '../fixtures/board-repository.ts';
import { openBrowser, type TestBrowser } from '../fixtures/browser/open-browser.ts';
import { signedIn } from '../fixtures/browser/signed-in.ts';
import { serve } from '../fixtures/web-server.ts';

const locked = { TRACKER_WEB_TOKEN: 'right' };
/** Chromium logs each answer of 400 and above. */
const mayLog = [/status of 401/];

const shared = new AsyncDisposableStack();
let server: { readonly url: string };
let browser: TestBrowser;
beforeAll(async () => {
  server = shared.use(await serve(shared.use(await boardRepository()), locked));
  browser = shared.use(await openBrowser());
});
afterAll(() => shared.disposeAsync());

const areas = (page: Page) => page.getByRole('navigation', { name: 'Areas' });
const tokenField = (page: Page) => page.getByLabel('Token', { exact: true });

async function signIn(page: Page, token: string): Promise<void> {
  await tokenField(page).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a tab asks for the token once, says when it is wrong, and forgets it when it is told to', async () => {
  const page = await browser.newPage(server, { mayLog });

  await page.goto('/tickets?status=todo');
  await signIn(page, 'wrong');
  await page.getByText('The server does not take this token.').waitFor();
  expect(await areas(page).isVisible()).toBe(false);

  await signIn(page, 'right');
  await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor();
  expect(new URL(page.url()).search).toBe('?status=todo');

  await page.reload();
  await areas(page).waitFor();
  await page.getByRole('button', { name: 'Forget the token' }).click();
  await tokenField(page).waitFor();
  await page.reload();
  await tokenField(page).waitFor();
});

test('a token in the address signs in and leaves the address', async () => {
  const page = await signedIn(await browser.newPage(server), server, 'right', '/epics');
  await page.getByRole('heading', { level: 1, name: 'Epics' }).waitFor();
  expect(page.url()).toBe(`${server.url}/epics`);
});

test('a token that the server takes no more is asked for again, and what was typed is still there', async () => {
  const page = await signedIn(
    await browser.newPage(server, { mayLog }),
    server,
    'right',
    '/tickets',
  );
  await page.getByRole('button', { name: 'New ticket' }).first().click();
  await page.getByLabel('Title').fill('Half written');

  await page.route('**/api/run', route =>
    route.fulfill({ status: 401, json: { ok: false, error: 'UNAUTHORIZED', message: 'no' } }),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await tokenField(page).waitFor();
  await page.unroute('**/api/run');

  await signIn(page, 'right');
  await areas(page).waitFor({ state: 'attached' });
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.waitFor();
  expect(await title.inputValue()).toBe('Half written');
});
