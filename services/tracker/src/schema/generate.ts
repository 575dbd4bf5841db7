import { writeFile } from 'node:fs/promises';
import { recordsPage } from './records-page.ts';

/** `node services/tracker/src/schema/generate.ts`: writes the page of `docs` that is derived from the fields. */
await writeFile(new URL('../../../../docs/tracker-records.md', import.meta.url), recordsPage());
