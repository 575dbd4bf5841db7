import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { axeViolations } from '../../../fixtures/browser/axe-violations.ts';
import { expectNoSidewaysScroll } from '../../../fixtures/browser/expect-no-sideways-scroll.ts';
import { onSampleBoard } from '../../../fixtures/browser/on-sample-board.ts';

/** On a busy machine each look takes its time. */
const patient = { timeout: 60_000 };
const opened = await onSampleBoard();
const { server, browser } = opened;
afterAll(() => opened[Symbol.asyncDispose]());

const open = async (path: string): Promise<Page> => {
  const page = await browser.newPage(server);
  await page.goto(path);
  return page;
};
const titles = (page: Page) => page.getByRole('table').getByRole('rowheader').allInnerTexts();

test('makes an epic, a story of it, and leads to its first ticket, by keyboard alone', async () => {
  const page = await open('/epics');
  await page.getByRole('button', { name: 'New epic' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Enter');
  await dialog.getByText('It must').waitFor();
  await page.keyboard.type('--repo');
  for (const _ of ['Status', 'Preview', 'Description']) await page.keyboard.press('Tab');
  await page.keyboard.type('For **all** <b>markets</b>');
  await dialog.getByRole('button', { name: 'Create epic' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: '--repo' }).waitFor();
  await page.waitForURL('**/epics/3');
  expect(await page.locator('strong').textContent()).toBe('all');
  await page.getByText('<b>markets</b>').waitFor();

  await page.getByRole('button', { name: 'New story' }).press('Enter');
  await page.keyboard.type('The first part');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'The first part' }).press('Enter');
  await page.waitForURL('**/stories/4');
  await page.getByRole('link', { name: '--repo' }).waitFor();
  const newTicket = page.getByRole('link', { name: 'New ticket' });
  expect(await newTicket.getAttribute('href')).toBe('/tickets?new=1&story=4');
});

test('changes only what was changed in the form, and moves a story to another epic', async () => {
  const page = await open('/stories/3');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Epic').selectOption({ label: '#1 Billing moves to the new ledger' });
  await dialog.getByLabel('Status').selectOption('In progress');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Billing moves to the new ledger' }).waitFor();
  await page.getByRole('main').getByText('In progress').waitFor();
});

test('asks before it closes over what was written', async () => {
  const page = await open('/epics/2');
  await page.getByRole('button', { name: 'Edit' }).click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.fill('Half written');
  await title.press('Escape');
  await page.getByRole('dialog', { name: 'Throw away what you wrote?' }).waitFor();
  await page.getByRole('button', { name: 'Keep it' }).click();
  expect(await title.inputValue()).toBe('Half written');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Orders survive an outage' }).waitFor();
});

test('refuses to delete what holds work, deletes it whole once told so, and restores it', async () => {
  const page = await open('/stories/2');
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('ticket #4 Keep the old reader').waitFor();
  await dialog.getByRole('button', { name: 'Delete all of it' }).click();
  await page.getByRole('button', { name: 'Restore' }).waitFor();
  await page.goto('/stories?deleted=shown&search=old');
  await expect
    .poll(() => titles(page), patient)
    .toEqual([expect.stringMatching(/Old ledgers.*Deleted/s)]);
  await page.getByRole('link', { name: 'Old ledgers stay readable' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
});

test('keeps filters, search and order in the address', async () => {
  const page = await open('/epics?sort=title');
  await expect.poll(() => titles(page), patient).toHaveLength(3);
  await page.getByRole('button', { name: 'In progress' }).click();
  await page.waitForURL('**/epics?status=in_progress&sort=title');
  await expect.poll(() => titles(page), patient).toEqual([expect.stringContaining('Billing')]);
  await page.getByRole('searchbox').fill('nowhere');
  // What is chosen while the typing pauses stays chosen.
  await page.getByRole('checkbox', { name: 'Show deleted' }).check();
  await page.waitForURL('**/epics?search=nowhere&status=in_progress&deleted=shown&sort=title');
  await page.getByRole('checkbox', { name: 'Show deleted' }).uncheck();
  await page.waitForURL('**/epics?search=nowhere&status=in_progress&sort=title');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.waitForURL('**/epics');
  await expect.poll(() => titles(page), patient).toHaveLength(3);
  const billing = page.getByRole('row').filter({ hasText: 'Billing' });
  await expect.poll(() => billing.textContent(), patient).toMatch(/0 of 3\s+stories closed/);
});

test('says that there is no such epic', async () => {
  const page = await open('/epics/99');
  await page.getByRole('heading', { name: 'There is no epic #99' }).waitFor();
});

test.each([
  { path: '/epics', theme: 'light', size: 'wide' },
  { path: '/stories', theme: 'dark', size: 'phone' },
  { path: '/epics/1', theme: 'dark', size: 'wide' },
  { path: '/stories?new=1', theme: 'light', size: 'phone' },
] as const)('shuts nobody out: $path, $theme, $size', async ({ path, ...view }) => {
  const page = await browser.newPage(server, view);
  await page.goto(path);
  await page.getByRole('table').first().waitFor();
  await page.waitForFunction('document.querySelectorAll("[aria-label=Loading]").length === 0');
  expect(await axeViolations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 820, height: 800 });
  await expectNoSidewaysScroll(page);
});
