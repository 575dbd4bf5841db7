import { runIn } from '@picket/tracker/fixtures/run-command';
import type { TemporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../../fixtures/browser/open-browser.ts';
import { sampleBoard } from '../../fixtures/sample-board.ts';
import { serve } from '../../fixtures/web-server.ts';
import { paths } from '../app/paths.ts';

const board = new AsyncDisposableStack();
let repository: TemporaryRepository;
let server: { readonly url: string };
let browser: TestBrowser;
beforeAll(async () => {
  repository = board.use(await sampleBoard());
  server = board.use(await serve(repository));
  browser = board.use(await openBrowser());
});
afterAll(() => board.disposeAsync());

const main = (page: Page) => page.getByRole('main');
/** As the browser tells once the network is back, which has everything read again at once. */
const comeOnline = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));
/** As the browser tells of a tab that is seen again, at which the board is looked at. */
const comeToSight = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const answered = (page: Page, argv: string) =>
  page.waitForResponse(response => response.request().postData()?.includes(argv) ?? false);

test('shows what others have changed, and what was read while the server is away', async () => {
  const page = await browser.newPage(server, { mayLog: [/Failed to load resource/] });
  await page.goto(paths.epic(2));
  await main(page).getByRole('heading', { level: 1, name: 'Orders survive an outage' }).waitFor();

  await page.route('**/api/run', route => route.abort());
  await comeOnline(page);
  await main(page).getByText('The server does not answer. What you see may be out').waitFor();
  await main(page).getByRole('heading', { level: 1, name: 'Orders survive an outage' }).waitFor();

  await runIn(repository, 'epic', 'update', '--id=2', '--title=Orders outlive an outage');
  await page.unroute('**/api/run');
  const banner = page.getByRole('status').filter({ hasText: 'may be out of date' });
  await banner.getByRole('button', { name: 'Try again' }).click();
  await main(page).getByRole('heading', { level: 1, name: 'Orders outlive an outage' }).waitFor();
  await main(page).getByText('may be out of date').waitFor({ state: 'detached' });
});

test('looks at the newest event alone until that is another', async () => {
  const page = await browser.newPage(server);
  await page.goto(paths.epic(1));
  const title = (name: string) => main(page).getByRole('heading', { level: 1, name }).waitFor();
  await title('Billing moves to the new ledger');
  const looks = () => Promise.all([answered(page, '"log"'), comeToSight(page)]);
  await Promise.all([answered(page, '"epic"'), comeToSight(page)]);

  const others: (string | null)[] = [];
  page.on('request', request => {
    const body = request.postData();
    if (!body?.includes('"log"')) others.push(body);
  });
  await looks();
  await looks();
  expect(others).toEqual([]);

  await runIn(repository, 'epic', 'update', '--id=1', '--title=Billing has moved');
  await looks();
  await title('Billing has moved');
});

test('a change is made although its page is left, and told of where it fails', async () => {
  const page = await browser.newPage(server, { mayLog: [/Failed to load resource/] });
  let left = Promise.withResolvers<void>();
  let fails = false;
  await page.route('**/api/run', async route => {
    if (!route.request().postData()?.includes('"comment"')) return route.continue();
    await left.promise;
    return fails ? route.abort() : route.continue();
  });
  const commentAndLeave = async (text: string) => {
    left = Promise.withResolvers<void>();
    await page.goto(paths.ticket(2));
    await page.getByLabel('New comment').fill(text);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('link', { name: 'Epics', exact: true }).click();
    await main(page).getByRole('heading', { level: 1, name: 'Epics' }).waitFor();
    left.resolve();
  };

  await commentAndLeave('Left before it was made');
  await expect
    .poll(async () => (await runIn(repository, 'ticket', 'read', '--id=2')).stdout, {
      timeout: 60_000,
    })
    .toContain('Left before it was made');

  fails = true;
  await commentAndLeave('Never made');
  await main(page).getByText('A change was not made: The server does not answer.').waitFor();
  await main(page).getByRole('button', { name: 'Dismiss' }).click();
  await main(page).getByText('A change was not made').waitFor({ state: 'detached' });
});
