import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { docsFolder, pages } from './pages.ts';

test.each([...pages])('docs/%s is what the code says', async (name, text) => {
  const committed = await readFile(new URL(name, docsFolder), 'utf8');
  expect(committed, 'stale: run make generate').toBe(text);
});
