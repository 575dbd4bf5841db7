import { writeFile } from 'node:fs/promises';
import { docsFolder, pages } from './pages.ts';

/** `npm run generate`: writes the pages of `docs` that are derived from the code. */
for (const [name, text] of pages) await writeFile(new URL(name, docsFolder), text);
