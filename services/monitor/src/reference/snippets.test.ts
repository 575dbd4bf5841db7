import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadConfig } from '../config/load.ts';
import { compileProbe } from '../probe/compile.ts';

const root = new URL('../../../../', import.meta.url);
const pages = globSync(['README.md', 'docs/*.md', 'examples/*.md'], { cwd: root }).sort();
const snippets = pages.flatMap(snippetsIn);

test.each(snippets)('the YAML at $place can be used', async ({ yaml }) => {
  const names = Array.from(yaml.matchAll(/env\.(\w+)/g), ([, name]) => String(name));
  const file = stringify(configWith(parse(yaml), names));
  await loadConfig('snippet.yaml', {
    env: Object.fromEntries(names.map(name => [name, 'x'])),
    compile: compileProbe,
    readFile: async () => Buffer.from(file),
  });
});

test('the pages have snippets', () => expect(snippets.length).toBeGreaterThan(3));

function snippetsIn(page: string): { readonly place: string; readonly yaml: string }[] {
  const text = readFileSync(new URL(page, root), 'utf8');
  return Array.from(text.matchAll(/```yaml\n(.+?)```/gs), ({ 1: yaml = '', index }) => ({
    place: `${page}:${text.slice(0, index).split('\n').length}`,
    yaml,
  }));
}

/** A whole config file round what the page shows of one. */
function configWith(shown: object, names: readonly string[]): object {
  const probe = { id: 'a', name: 'A', requests: [{ url: 'https://shop.example.com/' }] };
  if ('probes' in shown) return shown;
  const shared = ['notifications', 'egress', 'history'];
  if (shared.some(name => name in shown)) return { probes: [probe], ...shown };
  const env = names.map(name => ({ name, value: 'x' }));
  return { probes: [{ env, ...probe, ...shown }] };
}
