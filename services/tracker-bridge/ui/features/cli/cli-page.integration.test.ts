import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runIn } from '@picket/tracker/fixtures/run-command';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { axeViolations } from '../../../fixtures/browser/axe-violations.ts';
import { expectNoSidewaysScroll } from '../../../fixtures/browser/expect-no-sideways-scroll.ts';
import { onSampleBoard } from '../../../fixtures/browser/on-sample-board.ts';

const patience = 60_000;

const opened = await onSampleBoard();
const { repository, server, browser } = opened;
afterAll(() => opened[Symbol.asyncDispose]());

test('a line is split as a shell does, run, and shown with how it ended', async () => {
  const page = await cliPage();
  await run(page, `tracker ticket create --title="It's a 'quoted' title" --label=a\\ b`);
  await page.getByText('Exit code 0').waitFor();
  const { json } = await runIn(repository, 'ticket', 'read', '--label=a b');
  expect(json).toMatchObject({ items: [{ title: "It's a 'quoted' title" }] });
  await page.getByText('"a b"').waitFor();
  await page.getByText('labels:').click();
  await page.getByText('"a b"').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show as printed' }).click();
  expect(await page.getByRole('textbox', { name: 'Standard output' }).inputValue()).toContain(
    '"labels":["a b"]',
  );
});

test('a wrong call shows its exit code, what it means, and what was said', async () => {
  const page = await cliPage();
  await run(page, 'ticket read --id=999');
  await page.getByText('Exit code 1').waitFor();
  await page.getByText('mend the call').waitFor();
  await page.getByText('"NOT_FOUND"').waitFor();
});

test('options are sent beside the line', async () => {
  const page = await cliPage();
  await page.getByText('Options').click();
  await page.getByLabel('Actor').fill('Zoe <zoe@example.org>');
  await page.getByText('Options (1 set)').waitFor();
  await run(page, 'ticket update --id=4 --priority=low');
  await page.getByText('"Zoe <zoe@example.org>"').first().waitFor();
});

test('a reserved flag is refused before it is sent, and what is not closed is told', async () => {
  const page = await cliPage();
  const prompt = page.getByLabel('tracker');
  await prompt.fill('doctor --repo=/');
  await page.getByText(/^argv\[1\] is --repo: the server sets/).waitFor();
  expect(await page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true);
  await prompt.press('Enter');
  await prompt.fill('ticket read --title="a');
  await page.getByText('the double quote is not closed (character 21)').waitFor();
  expect(await page.getByText('Exit code').count()).toBe(0);
});

test('lines that were run come back with the arrows, in a later visit as well, until cleared', async () => {
  const page = await cliPage();
  await run(page, 'epic read');
  await page.getByText('Exit code 0').waitFor();
  await run(page, 'story read');
  await page.getByText('Exit code 0').waitFor();
  await page.reload();
  const prompt = page.getByLabel('tracker');
  await prompt.fill('half');
  await prompt.press('ArrowUp');
  expect(await prompt.inputValue()).toBe('story read');
  await prompt.press('ArrowUp');
  await prompt.press('ArrowUp');
  expect(await prompt.inputValue()).toBe('epic read');
  await prompt.press('ArrowDown');
  await prompt.press('ArrowDown');
  expect(await prompt.inputValue()).toBe('half');
  await page.getByRole('button', { name: 'Clear' }).click();
  await prompt.press('ArrowUp');
  expect(await prompt.inputValue()).toBe('half');
  expect(await page.evaluate('localStorage.getItem("tracker-cli-history")')).toBe('[]');
});

test('of a huge output the first part is shown', async () => {
  const file = join(repository.folder, 'huge.json');
  const items = Array.from({ length: 150 }, (_, index) => ({
    type: 'ticket',
    title: `Huge ${index}`,
    body: 'x'.repeat(60_000),
    labels: ['huge'],
  }));
  await writeFile(file, JSON.stringify({ format: 'tracker-export', version: 1, items }));
  const { exitCode, stdout } = await runIn(repository, 'import', file);
  expect(exitCode, stdout).toBe(0);
  const page = await cliPage();
  await run(page, 'ticket read --label=huge --limit=0');
  await page.getByText('Exit code 0').waitFor();
  await page.getByRole('button', { name: 'Show as printed' }).click();
  await page.getByText(/^The first 100,000 of 9,\d{3},\d{3} characters are shown/).waitFor();
  expect(await page.getByRole('textbox', { name: 'Standard output' }).inputValue()).toHaveLength(
    100_000,
  );
});

test('nothing of what was printed shuts people out', async () => {
  const page = await cliPage({ theme: 'dark', size: 'phone' });
  await page.getByText('Options').click();
  await run(page, 'ticket read --id=1');
  await page.getByText('Exit code 0').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await axeViolations(page)).toEqual([]);
});

async function cliPage(view = {}): Promise<Page> {
  const page = await browser.newPage(server, view);
  page.setDefaultTimeout(patience);
  await page.goto('/cli');
  return page;
}

async function run(page: Page, line: string): Promise<void> {
  const prompt = page.getByLabel('tracker');
  await prompt.fill(line);
  await prompt.press('Enter');
}
