import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statuses } from '@picket/tracker';
import { runIn } from '@picket/tracker/fixtures/run-command';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { boardRepository } from '../../../fixtures/board-repository.ts';
import { onSampleBoard } from '../../../fixtures/browser/on-sample-board.ts';
import { serve } from '../../../fixtures/web-server.ts';

const patience = 60_000;

const opened = await onSampleBoard();
const { repository, server, browser } = opened;
afterAll(() => opened[Symbol.asyncDispose]());

test('a card is dragged to another column by mouse, and stored there', async () => {
  const page = await boardPage();
  const from = await centreOf(card(page, 2));
  const to = await centreOf(column(page, 'In progress'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await column(page, 'In progress').locator('[data-ticket="2"]').waitFor();
  await told(page, '#2 is in In progress now');
  expect(await statusOf(2)).toBe('in_progress');
});

test('a card is moved by keyboard, which is said, and keeps the focus', async () => {
  const page = await boardPage();
  const handle = page.getByRole('button', { name: 'Drag ticket 4' });
  await handle.focus();
  await page.keyboard.press('Space');
  await page.getByText('Picked up ticket 4 from To do.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('ticket 4 is over In progress.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('ticket 4 is over Done.').waitFor();
  await page.keyboard.press('Space');
  await column(page, 'Done').locator('[data-ticket="4"]').waitFor();
  await told(page, '#4 is in Done now');
  expect(await statusOf(4)).toBe('done');
  expect(await handle.evaluate(element => element === document.activeElement)).toBe(true);
});

test('cards are moved one after the other by their menus, and none is lost', async () => {
  const page = await boardPage();
  await page.getByLabel('Move ticket 5 to').selectOption('In progress');
  await page.getByLabel('Move ticket 6 to').selectOption('In progress');
  await page.getByLabel('Move ticket 5 to').selectOption('Done');
  await page.getByLabel('Move ticket 8 to').selectOption('Cancelled');
  await column(page, 'Done').locator('[data-ticket="5"]').waitFor();
  await told(page, '#8 is in Cancelled now');
  const numbers = [5, 6, 8];
  expect(await Promise.all(numbers.map(statusOf))).toEqual(['done', 'in_progress', 'cancelled']);
});

test('a ticket is made from the board, in the story that it is narrowed to', async () => {
  const page = await boardPage();
  await page.getByLabel('Epic or story').selectOption('story:1');
  await page.getByRole('button', { name: 'New ticket' }).click();
  const dialog = page.getByRole('dialog', { name: 'New ticket' });
  await dialog.getByLabel('Title').fill('Made from the board');
  await dialog.getByRole('button', { name: 'Create ticket' }).click();
  await page.getByRole('heading', { level: 1, name: 'Made from the board' }).waitFor();
  const of = await runIn(repository, 'ticket', 'read', '--story=1', '--search=Made from the board');
  expect(of.json).toMatchObject({ total: 1 });
});

test('a card whose ticket was deleted meanwhile goes back, with the reason', async () => {
  const page = await boardPage();
  const done = column(page, 'Done').locator('[data-ticket="3"]');
  await done.waitFor();
  expect((await runIn(repository, 'ticket', 'delete', '--id=3')).exitCode).toBe(0);
  await page.getByLabel('Move ticket 3 to').selectOption('To do');
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Ticket #3 could not be moved to To do' });
  await alert.waitFor({ timeout: patience });
  await card(page, 3).waitFor({ state: 'detached', timeout: patience });
  expect((await runIn(repository, 'ticket', 'restore', '--id=3')).exitCode).toBe(0);
});

test('a card goes back when the server has stopped', async () => {
  await using short = await serve(repository);
  const page = await browser.newPage(short, {
    mayLog: [/ERR_CONNECTION_REFUSED/, /status of 503/],
  });
  await page.goto('/board');
  const menu = page.getByLabel('Move ticket 1 to');
  await menu.waitFor();
  await short.close();
  await menu.selectOption('Done');
  await page.getByRole('alert').filter({ hasText: 'Ticket #1 could not be moved' }).waitFor();
  await column(page, 'In progress').locator('[data-ticket="1"]').waitFor();
  await page.context().close();
});

test('filters narrow the board and stand in its address', async () => {
  const page = await boardPage();
  await page.getByText('Waits for #1').waitFor();
  await page.getByLabel('Label').selectOption('ledger');
  await card(page, 6).waitFor({ state: 'detached' });
  await card(page, 1).waitFor();
  expect(new URL(page.url()).search).toBe('?label=ledger');
  await page.getByLabel('Search tickets').fill('half');
  await card(page, 4).waitFor({ state: 'detached' });
  await page.reload();
  await card(page, 1).waitFor();
  expect(await page.locator('[data-ticket]').count()).toBe(1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await card(page, 6).waitFor();
});

test('of a thousand tickets the newest are shown, and more when asked for', async () => {
  await using large = await boardRepository();
  const items = Array.from({ length: 1_000 }, (_, index) => ({
    type: 'ticket',
    title: `Ticket ${index}`,
    status: statuses[index % statuses.length],
  }));
  const file = join(large.folder, 'thousand.json');
  await writeFile(file, JSON.stringify({ format: 'tracker-export', version: 1, items }));
  expect((await runIn(large, 'import', file)).exitCode).toBe(0);
  await using many = await serve(large);
  await using page = await browser.newPage(many);
  page.setDefaultTimeout(patience);
  await page.goto('/board');
  const todo = column(page, 'To do');
  await todo.getByRole('heading', { name: 'To do 200' }).waitFor();
  expect(await todo.locator('[data-ticket]').count()).toBe(50);
  await todo.getByRole('button', { name: 'Show more (150 are hidden)' }).click();
  await todo.locator('[data-ticket]').nth(99).waitFor();
});

async function boardPage(): Promise<Page> {
  const page = await browser.newPage(server);
  page.setDefaultTimeout(patience);
  await page.goto('/board');
  await page.locator('[data-ticket="1"]').waitFor();
  return page;
}

const card = (page: Page, number: number): Locator => page.locator(`[data-ticket="${number}"]`);
const column = (page: Page, name: string): Locator => page.getByRole('region', { name });
const told = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

async function centreOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function statusOf(number: number): Promise<unknown> {
  const { json } = await runIn(repository, 'ticket', 'read', `--id=${number}`);
  return typeof json === 'object' && json !== null ? Reflect.get(json, 'status') : undefined;
}
