import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { families } from './metrics.ts';
import { createProcessMetrics } from './process-metrics.ts';

const page = await readFile(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8');
/** The operator's own are held together with it over there. */
const [ofMonitor = ''] = page.split('\n## The operator\n');
const documented = ofMonitor
  .split('\n')
  .filter(line => /^\| `(probe|picket|process|nodejs)_/.test(line));
const { registry } = createProcessMetrics({ version: '1.2.3', countProbes: () => 0 });

function row(name: string, type: string, labels: readonly string[], help: string): string {
  return `| \`${name}\` | ${type} | ${labels.map(label => `\`${label}\``).join(', ')} | ${help} |`;
}

test('docs/metrics.md has the row of each metric of a probe, and no other', () => {
  const rows = families.map(({ name, type, labels, help }) => row(name, type, labels, help));
  const ofProcess = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  const others = documented.filter(line => {
    const name = line.split('`')[1] ?? '';
    return !ofProcess.has(name) && !name.startsWith('process_');
  });
  expect(others.sort()).toEqual(rows.sort());
});

test('docs/metrics.md has the row of each metric of the process', async () => {
  for (const { name, type, help } of await registry.getMetricsAsJSON()) {
    const found = documented.find(line => line.startsWith(`| \`${name}\` | ${type} | `));
    expect(found, name).toMatch(/ \| [^|]+ \|$/);
    expect(found?.endsWith(` | ${help} |`), name).toBe(true);
  }
});

test('every metric has one name of its own', () => {
  const names = [...families, ...registry.getMetricsAsArray()].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
