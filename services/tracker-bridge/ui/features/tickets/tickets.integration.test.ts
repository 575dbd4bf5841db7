import { runIn } from '@picket/tracker/fixtures/run-command';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { axeViolations } from '../../../fixtures/browser/axe-violations.ts';
import { expectNoSidewaysScroll } from '../../../fixtures/browser/expect-no-sideways-scroll.ts';
import { onSampleBoard } from '../../../fixtures/browser/on-sample-board.ts';

const opened = await onSampleBoard();
const { repository, server, browser } = opened;
afterAll(() => opened[Symbol.asyncDispose]());

/** Far more than a quiet machine needs. */
const patience = 60_000;

async function open(path: string, view?: Parameters<typeof browser.newPage>[1]): Promise<Page> {
  const page = await browser.newPage(server, view);
  page.setDefaultTimeout(patience);
  await page.goto(path);
  return page;
}

const titles = (page: Page) => page.locator('tbody th a').allInnerTexts();
const told = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

async function read(number: number): Promise<Record<string, unknown>> {
  const { stdout } = await runIn(repository, '--format=json', 'ticket', 'read', `--id=${number}`);
  const ticket: Record<string, unknown> = JSON.parse(stdout);
  return ticket;
}

test('the list is filtered and sorted by its address, which going back restores', async () => {
  const page = await open('/tickets');
  await told(page, '8 tickets');
  await page.getByRole('button', { name: 'To do' }).click();
  await told(page, '3 tickets');
  expect(page.url()).toContain('status=todo');

  await page.getByRole('button', { name: 'Title' }).click();
  await page
    .getByRole('columnheader', { name: 'Title' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
  await expect
    .poll(() => titles(page))
    .toEqual(['Drain on start', 'Keep the old reader', 'Test with yen']);

  await page.getByLabel('Search tickets').fill('reader');
  await told(page, '1 ticket');
  await page.reload();
  await told(page, '1 ticket');
  expect(await page.getByLabel('Search tickets').inputValue()).toBe('reader');

  await page.goBack();
  await told(page, '3 tickets');
  expect(await page.getByLabel('Search tickets').inputValue()).toBe('');

  await page.getByLabel('Search tickets').fill('nothing is like this');
  await page.getByRole('heading', { name: 'No ticket is like that' }).waitFor();
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await told(page, '8 tickets');
  expect(new URL(page.url()).search).toBe('');
});

test('a ticket is edited, commented on, made to wait, deleted and restored', async () => {
  const page = await open('/tickets/4');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('in_progress');
  await told(page, 'is now: In progress');

  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Keep the old reader for a year');
  await dialog.getByRole('textbox', { name: 'Labels' }).fill('archive');
  // Meanwhile somebody else changes the same ticket.
  await runIn(repository, 'ticket', 'update', '--id=4', '--add-label=theirs', '--assignee=Bo');
  await dialog.getByRole('button', { name: 'Plan, dependencies and links' }).click();
  await dialog.getByRole('combobox', { name: 'Waits for' }).fill('yen');
  await dialog.getByRole('option', { name: '#2 Test with yen' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Keep the old reader for a year' }).waitFor();
  const { labels, assignee } = await read(4);
  expect(labels).toEqual(expect.arrayContaining(['ledger', 'theirs', 'archive']));
  expect(assignee).toBe('Bo');
  await page.getByLabel('Waits for').getByRole('link', { name: '#2 Test with yen' }).waitFor();

  await page.getByLabel('New comment').fill('Read **twice**.');
  await page.getByLabel('New comment').press('Control+Enter');
  await page.getByLabel('Comments').locator('strong', { hasText: 'twice' }).waitFor();
  await told(page, 'Added the comment.');

  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete ticket' }).click();
  await page.getByText('This ticket was deleted').waitFor();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Delete' }).waitFor();
  expect(await read(4)).toMatchObject({ deletedAt: null, dependsOn: [expect.any(String)] });
});

test('what the command refuses is told in the form, which keeps what was written', async () => {
  const page = await open('/tickets/1');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('It must not be empty.').waitFor();
  expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');

  await dialog.getByLabel('Title').fill('Waits for itself');
  await dialog.getByRole('button', { name: 'Plan, dependencies and links' }).click();
  await dialog.getByRole('combobox', { name: 'Waits for' }).fill('2');
  await dialog.getByRole('option', { name: '#2 Test with yen' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('would have to wait for itself').waitFor();
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Waits for itself');
  expect((await read(1)).title).toBe('Round half to even');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await dialog.first().waitFor({ state: 'detached' });
  await page.goto('/tickets/999');
  await page.getByRole('heading', { name: 'There is no such ticket' }).waitFor();
});

test('what could not be changed is as it was, and a comment that was refused is still there to be sent', async () => {
  const page = await open('/tickets/5');
  const status = page.getByRole('combobox', { name: 'Status' });
  await status.waitFor();
  await page.route('**/api/run', (route, request) =>
    route.continue({ postData: request.postData()?.replace('--status=done', '--status=lost') }),
  );
  await status.selectOption('done');
  await page.getByRole('alert').getByText('status').waitFor();
  expect(await status.inputValue()).toBe('backlog');
  await page.unroute('**/api/run');

  const comment = page.getByLabel('New comment');
  await comment.fill('Long thought about.');
  await runIn(repository, 'ticket', 'delete', '--id=5');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByText('This ticket was deleted').waitFor();
  await page.getByLabel('Comments').getByRole('alert').waitFor();
  expect(await comment.inputValue()).toBe('Long thought about.');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Delete' }).waitFor();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await told(page, 'Added the comment.');
  expect(await comment.inputValue()).toBe('');
});

test('a look at the list takes no more runs of the command than it shows', async () => {
  const page = await browser.newPage(server);
  const runs: string[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/api/run')) runs.push(request.postData() ?? '');
  });
  await page.goto('/tickets');
  await page.getByRole('link', { name: 'The queue is drained' }).waitFor();
  expect(runs).toEqual([
    expect.stringContaining('"ticket","read","--limit=50"'),
    expect.stringContaining('"story","read","--limit=200"'),
  ]);
});

test('a ticket of a story is made with the keyboard alone', async () => {
  const page = await open('/tickets?new=1&story=1');
  await page.getByLabel('Title').waitFor();
  await page.getByText('#1 Invoices are rounded alike').last().waitFor();
  await page.keyboard.type('Made by keys');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Made by keys' }).waitFor();
  await page.getByRole('complementary').getByRole('link', { name: '#1 Invoices' }).waitFor();
});

test('script in any text of a ticket does nothing', async () => {
  const attack = '<script>window.hit=1</script><img src=x onerror="window.hit=1">';
  const links =
    '[a](javascript:window.hit=1) [b](data:text/html,x) ![c](https://example.org/p.png)';
  const created = await runIn(
    repository,
    '--format=json',
    'ticket',
    'create',
    `--title=${attack}`,
    `--body=${attack}\n\n${links}\n\n<a href="javascript:1">d</a>`,
    '--label=<img src=x onerror=hit=1>',
    `--assignee=${attack}`,
    '--linked-pull-request=javascript:window.hit=1',
  );
  const { number }: { readonly number: number } = JSON.parse(created.stdout);
  const hostile = `${'>'.repeat(30_000)}${'['.repeat(30_000)}`;
  await runIn(repository, 'ticket', 'comment', `--id=${number}`, `--body=${attack} ${links}`);
  await runIn(repository, 'ticket', 'comment', `--id=${number}`, `--body=${hostile}`);

  const page = await open(`/tickets/${number}`);
  await page.getByRole('heading', { level: 1, name: '<script>' }).waitFor();
  await page.getByLabel('Description').getByRole('link', { name: 'c' }).waitFor();
  await page.getByText('>>>>>>>>>>').waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText('made the ticket').waitFor();
  const addresses = await page
    .locator('main a')
    .evaluateAll(links => links.map(link => link.getAttribute('href')));
  expect(
    addresses.filter(address => !/^(\/|https:\/\/example\.org\/)/.test(address ?? '')),
  ).toEqual([]);
  expect(await page.locator('main :is(script, img, iframe)').count()).toBe(0);

  await page.goto('/tickets');
  await page.getByRole('link', { name: '<script>' }).waitFor();
  expect(await page.evaluate('window.hit')).toBeUndefined();
});

test.each([
  { theme: 'light', size: 'phone' },
  { theme: 'dark', size: 'wide' },
] as const)('axe finds nothing and nothing sticks out: $theme, $size', async view => {
  const page = await open('/tickets?priority=high&priority=medium', view);
  await page.getByRole('link', { name: 'Test with yen' }).waitFor();
  await page.getByRole('link', { name: 'Test with yen' }).scrollIntoViewIfNeeded();
  await page.locator('[aria-busy=false]').waitFor();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await page.getByRole('combobox', { name: 'Assignee' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'Test with yen' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Title').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByLabel('Waits for').getByRole('link').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
});
