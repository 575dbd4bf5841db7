import { readFile } from 'node:fs/promises';
import { parseExposition } from '@picket/monitor/fixtures/parse-exposition';
import { expect, test } from 'vitest';
import { createControllerMetrics } from './controller-metrics.ts';

const page = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('\n## The operator\n');
const documented = section.split('\n').filter(line => line.startsWith('| `'));

test('docs/metrics.md has the row of each metric of the operator, and no other', async () => {
  const metrics = createControllerMetrics();
  metrics.onRequest({ code: '200', method: 'GET', host: 'host' });
  metrics.statusWriter.onWrite('transition');
  const rows = [...parseExposition(await metrics.metrics())].map(
    ([name, { type, help, series }]) => {
      const labels = new Set(series.flatMap(one => Object.keys(one.labels)));
      labels.delete('le');
      const list = [...labels].map(label => `\`${label}\``).join(', ');
      return `| \`${name}\` | ${type} | ${list} | ${help} |`;
    },
  );
  expect(documented.sort()).toEqual(rows.sort());
});
