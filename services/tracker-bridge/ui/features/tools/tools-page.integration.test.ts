import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { boardWithTickets, commitFile, segmentOf } from '@picket/tracker/fixtures/damage';
import { runIn } from '@picket/tracker/fixtures/run-command';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '@picket/tracker/fixtures/temporary-repository';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { axeViolations } from '../../../fixtures/browser/axe-violations.ts';
import { expectNoSidewaysScroll } from '../../../fixtures/browser/expect-no-sideways-scroll.ts';
import { openBrowser, type TestBrowser } from '../../../fixtures/browser/open-browser.ts';
import { serve } from '../../../fixtures/web-server.ts';

const patience = 60_000;

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

test('the doctor tells what is damaged first, and mends it once that is confirmed', async () => {
  await using repository = await temporaryRepository();
  await boardWithTickets(repository);
  await commitFile(repository, await segmentOf(repository), content => `${content}no event\n`);
  await using server = await serve(repository);
  await using page = await toolsPage(server);
  await page.getByRole('button', { name: 'Examine' }).click();
  const found = page.getByRole('heading', { name: 'error Corrupt lines' });
  await found.waitFor();
  expect(await page.getByText(/checks, well$/).isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Mend what can be mended' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await found.waitFor();
  await page.getByRole('button', { name: 'Mend what can be mended' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mend' }).click();
  await page.getByRole('heading', { name: 'mended Corrupt lines' }).waitFor();
  expect((await runIn(repository, 'doctor', '--check=corrupt-lines')).exitCode).toBe(0);
});

test('a sync without a remote says what to do, and with one what went', async () => {
  await using repository = await temporaryRepository();
  await boardWithTickets(repository);
  await using server = await serve(repository);
  await using page = await toolsPage(server);
  await page.getByRole('button', { name: 'Sync' }).click();
  await page.getByRole('alert').getByText('What to do:').waitFor();
  await repository.git('init', '--quiet', '--bare', `${repository.folder}/other.git`);
  await repository.git('remote', 'add', 'other', `${repository.folder}/other.git`);
  await page.getByLabel('Remote', { exact: true }).fill('other');
  await page.getByRole('button', { name: 'Sync' }).click();
  await page.getByText(/^Sent \d+ changes to other, fetched 0 changes\.$/).waitFor();
});

test('a sync that hangs goes on while its page is left, and nothing of it once it is stopped', async () => {
  await using repository = await temporaryRepository();
  await boardWithTickets(repository);
  await using silent = await silentHost();
  await repository.git('remote', 'add', 'origin', `git://127.0.0.1:${silent.port}/board`);
  await using server = await serve(repository);
  await using page = await toolsPage(server);
  await page.getByRole('button', { name: 'Sync' }).click();
  await vi.waitFor(() => expect(silent.connections()).toBe(1), { timeout: patience });
  await page.getByRole('link', { name: 'Epics', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Epics' }).waitFor();
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await page.getByText('Goes on while you are on another page').waitFor();
  expect(silent.connections()).toBe(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped before it ended.').waitFor();
  await vi.waitFor(() => expect(silent.connections()).toBe(0), { timeout: patience });
});

test('the audit lists and proves, the export is saved; nobody is shut out', async () => {
  await using repository = await boardRead();
  await using server = await serve(repository);
  await using page = await toolsPage(server, { theme: 'dark', size: 'phone' });
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByText('3 tickets.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    items: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }],
  });
  await page.getByRole('button', { name: 'Prove the history' }).click();
  await page.getByText(/^The history holds: 4 events/).waitFor();
  await page.getByLabel('Record').fill('ticket/2');
  await page.getByRole('button', { name: 'Show changes' }).click();
  await page.getByText('status: backlog → done').waitFor();
  expect(await page.getByRole('link', { name: 'ticket #2' }).count()).toBe(2);
  await page.getByRole('button', { name: 'Examine' }).click();
  await page.getByText(/checks, /).waitFor();
  await expectNoSidewaysScroll(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await axeViolations(page)).toEqual([]);
});

async function boardRead(): Promise<TemporaryRepository> {
  const repository = await temporaryRepository();
  await boardWithTickets(repository);
  await runIn(repository, 'ticket', 'update', '--id=2', '--status=done');
  return repository;
}

async function toolsPage(server: { readonly url: string }, view = {}): Promise<Page> {
  const page = await browser.newPage(server, view);
  page.setDefaultTimeout(patience);
  await page.goto('/tools');
  return page;
}

/** Takes connections and never says a word. */
async function silentHost() {
  const open = new Set<object>();
  const host = createServer(socket => {
    open.add(socket);
    socket.resume().on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve));
  const address = host.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return {
    port: address.port,
    connections: () => open.size,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => host.close(() => resolve())),
  };
}
