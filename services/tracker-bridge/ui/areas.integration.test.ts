import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '../fixtures/browser/axe-violations.ts';
import { expectNoSidewaysScroll } from '../fixtures/browser/expect-no-sideways-scroll.ts';
import { openBrowser, type TestBrowser } from '../fixtures/browser/open-browser.ts';
import { sampleBoard } from '../fixtures/sample-board.ts';
import { serve } from '../fixtures/web-server.ts';
import { paths } from './app/paths.ts';

const places = [
  ['Overview', paths.overview],
  ['Board', paths.board],
  ['Tickets', paths.tickets],
  ['Round half to even', paths.ticket(1)],
  ['Stories', paths.stories],
  ['Invoices are rounded alike', paths.story(1)],
  ['Epics', paths.epics],
  ['Billing moves to the new ledger', paths.epic(1)],
  ['Tools', paths.tools],
  ['Advanced CLI', paths.cli],
] as const;

const board = new AsyncDisposableStack();
let server: { readonly url: string };
let browser: TestBrowser;
beforeAll(async () => {
  server = board.use(await serve(board.use(await sampleBoard())));
  browser = board.use(await openBrowser());
});
// Fails where a page logged an error or broke its Content-Security-Policy.
afterAll(() => board.disposeAsync());

/** The page, once everything on it has been read. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-label=Loading]') === null);
}

describe('every area', () => {
  test.each([
    ['light', 'wide'],
    ['dark', 'phone'],
  ] as const)('shuts nobody out, in %s colours in a %s window', async (theme, size) => {
    const page = await browser.newPage(server, { theme, size });
    for (const [name, path] of places) {
      await open(page, path);
      expect(await axeViolations(page), path).toEqual([]);
      await expectNoSidewaysScroll(page);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents(), path).toEqual([
        expect.stringContaining(name),
      ]);
      expect(await page.title(), path).toMatch(/. · Tracker$/);
    }
  });

  test('is reached by keys alone, which say where one is', async () => {
    const page = await browser.newPage(server);
    await open(page, paths.overview);
    for (const [key, name] of [
      ['b', 'Board'],
      ['t', 'Tickets'],
      ['s', 'Stories'],
      ['e', 'Epics'],
      ['l', 'Tools'],
      ['c', 'Advanced CLI'],
    ] as const) {
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      );
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      const heading = page.getByRole('heading', { level: 1, name });
      await heading.waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      const current = page
        .getByRole('navigation', { name: 'Areas' })
        .locator('[aria-current=page]');
      expect(await current.textContent()).toBe(name);
    }
  });

  test('is within reach of a thumb', async () => {
    const page = await browser.newPage(server, { size: 'phone' });
    await open(page, paths.overview);
    const menu = page.getByRole('navigation', { name: 'Areas' });
    for (const name of ['Stories', 'Tools', 'Advanced CLI']) {
      await menu.getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const name of ['Board', 'Tickets', 'Epics', 'Overview']) {
      await menu.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
  });
});

test('a page that is come back to is where it was left, and one that is not there says so', async () => {
  const page = await browser.newPage(server, { size: 'phone' });
  await open(page, paths.overview);
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.waitForFunction(() => window.scrollY === 300);
  await page
    .getByRole('navigation', { name: 'Areas' })
    .getByRole('link', { name: 'Epics' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Epics' }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await page.waitForFunction(() => window.scrollY === 300);

  await open(page, '/nowhere');
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});
