import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { recordsPage } from './records-page.ts';

test('docs/tracker-records.md is what the table of fields says', async () => {
  const page = new URL('../../../../docs/tracker-records.md', import.meta.url);
  expect(await readFile(page, 'utf8'), 'stale: run services/tracker/src/schema/generate.ts').toBe(
    recordsPage(),
  );
});
