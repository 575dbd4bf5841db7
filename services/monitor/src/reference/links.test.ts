import { globSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { anchor } from './markdown.ts';

const root = new URL('../../../../', import.meta.url);
const pages = globSync(['README.md', 'docs/*.md', 'examples/*.md'], { cwd: root }).sort();

test.each(pages)('%s has no dead links', async page => {
  const from = new URL(page, root);
  const text = await readFile(from, 'utf8');
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
  for (const link of links.filter(link => !/^[a-z]+:/.test(link))) {
    const target = new URL(link, from);
    await expect(access(target), link).resolves.toBeUndefined();
    if (target.hash !== '') expect(await headingsOf(target), link).toContain(target.hash);
  }
});

async function headingsOf(page: URL): Promise<string[]> {
  const text = await readFile(page, 'utf8');
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => `#${anchor(heading)}`);
}
