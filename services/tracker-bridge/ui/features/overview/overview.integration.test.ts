import { runCommand } from '@picket/tracker/fixtures/run-command';
import type { TemporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boardRepository } from '../../../fixtures/board-repository.ts';
import { axeViolations } from '../../../fixtures/browser/axe-violations.ts';
import { expectNoSidewaysScroll } from '../../../fixtures/browser/expect-no-sideways-scroll.ts';
import { openBrowser } from '../../../fixtures/browser/open-browser.ts';
import { sampleBoard } from '../../../fixtures/sample-board.ts';
import { serve } from '../../../fixtures/web-server.ts';

/** On a busy machine each look takes its time. */
const patient = { timeout: 60_000 };
const opened = new AsyncDisposableStack();
const begun = { server: { url: '' }, empty: { url: '' } };
let browser: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  const repository = opened.use(await sampleBoard());
  await importStuckTicket(repository);
  begun.server = opened.use(await serve(repository));
  begun.empty = opened.use(await serve(opened.use(await boardRepository())));
  browser = opened.use(await openBrowser());
});
afterAll(() => opened.disposeAsync());

test('shows how the work stands, and leads to all of it', async () => {
  const page = await browser.newPage(begun.server);
  await page.goto('/');
  const tickets = page.getByRole('region', { name: 'Tickets' });
  await expect
    .poll(() => tickets.getByRole('listitem').allInnerTexts(), patient)
    .toEqual(['2\nBacklog', '3\nTo do', '2\nIn progress', '1\nDone', '1\nCancelled']);
  const stuck = page.getByRole('region', { name: 'Stuck' });
  expect(await stuck.getByRole('listitem').textContent()).toMatch(/#9 Left behind.*30 days.*Bob/s);

  const ready = page.getByRole('region', { name: 'Ready to be taken' });
  await expect
    .poll(() => ready.getByRole('link').allInnerTexts(), patient)
    .toContain('#6 Drain on start');
  const activity = page.getByRole('region', { name: 'Recent activity' });
  const comment = activity.getByRole('listitem').filter({ hasText: 'commented on' });
  expect(await comment.textContent()).toMatch(/Tess Tester commented on #1.*Begun: the invoice/s);
  expect(await comment.getByRole('link').getAttribute('href')).toBe('/tickets/1');

  await tickets.getByRole('link', { name: '3 To do' }).click();
  await page.waitForURL('**/tickets?status=todo');
});

test('draws the burn-up, whose days are looked at by keyboard', async () => {
  const page = await browser.newPage(begun.server);
  await page.goto('/?weeks=4');
  const burnUp = page.getByRole('region', { name: 'Burn-up' });
  const chart = burnUp.getByRole('img', { name: /^Burn-up From .* to .*: 1 of 8 done\.$/ });
  await chart.waitFor();
  const day = burnUp.getByRole('slider', { name: 'Day' });
  await day.focus();
  expect(await day.getAttribute('aria-valuetext')).toMatch(/: 1 of 8 done$/);
  await day.press('Home');
  expect(await day.getAttribute('aria-valuetext')).toMatch(/: 0 of \d done$/);
  await burnUp.getByText('The numbers, week by week').click();
  expect(await burnUp.getByRole('row').count()).toBeGreaterThan(3);

  const range = page.getByRole('navigation', { name: 'Range' });
  await range.getByRole('link', { name: '26 weeks' }).click();
  await page.waitForURL('**/?weeks=26');
  await expect.poll(() => burnUp.getByRole('row').count(), patient).toBeGreaterThan(20);
});

test('says what to do first where the board is empty', async () => {
  const page = await browser.newPage(begun.empty);
  await page.goto('/');
  await page.getByRole('heading', { name: 'The board is empty' }).waitFor();
  await page.getByRole('link', { name: 'New epic' }).click();
  await page.getByRole('dialog', { name: 'New epic' }).waitFor();
});

test.each([
  { theme: 'light', size: 'wide' },
  { theme: 'dark', size: 'phone' },
] as const)('shuts nobody out: $theme, $size', async view => {
  const page = await browser.newPage(begun.server, view);
  await page.goto('/');
  await page.getByRole('img', { name: /^Burn-up/ }).waitFor();
  await page.getByText('commented on').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
});

/** In progress, and untouched for a month. */
async function importStuckTicket({ path, env }: TemporaryRepository): Promise<void> {
  const at = new Date(Date.now() - 30.5 * 86_400_000).toISOString();
  const stamps = ['created', 'statusChanged', 'updated'].flatMap(what => [
    [`${what}At`, at],
    [`${what}By`, 'Bob'],
  ]);
  const ticket = { type: 'ticket', title: 'Left behind', status: 'in_progress', assignee: 'Bob' };
  const input = JSON.stringify({ items: [{ ...ticket, ...Object.fromEntries(stamps) }] });
  const { exitCode, stdout } = await runCommand(['import', '-'], { cwd: path, env, input });
  if (exitCode !== 0) throw new Error(stdout);
}
