import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { chartFolder } from './fixtures/helm.ts';
import { renderChart } from './fixtures/render-chart.ts';

const read = (name: string) => readFile(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');

const page = await read('operating-on-kubernetes');

test.each([
  ['operating-on-kubernetes', 1],
  ['dashboards', 2],
])('values that %s.md shows can be used', async (name, count) => {
  const examples = (await read(name)).matchAll(/```yml\n# values\.yaml\n(.+?)```/gs);
  const shown = Array.from(examples, ([, text = '']) => parse(text));
  expect(shown).toHaveLength(count);
  for (const values of shown) await expect(renderChart(values)).resolves.toBeDefined();
});

test('values that the page names are the chart’s', async () => {
  const values = parse(await readFile(join(chartFolder, 'values.yaml'), 'utf8'));
  const table = page.split('## Values')[1]?.split('\n## ')[0] ?? '';
  const rows = Array.from(table.matchAll(/^\| (`.+?) \|/gm), ([, cell = '']) => cell);
  const cited = Array.from(
    page.matchAll(
      /`((?:secrets|crds|egress|networkPolicy|serviceMonitor|dashboards|prometheusRule)\.\w+)/g,
    ),
  );
  const named = [...rows.flatMap(cell => cell.match(/[\w.]+/g) ?? []), ...cited.map(([, n]) => n)];
  expect(named.length).toBeGreaterThan(20);
  for (const name of named) expect(values).toHaveProperty(String(name));
});

test('rights that the page lists are those the chart gives', async () => {
  const section = page.split('## What the operator may do')[1]?.split('\n## ')[0] ?? '';
  const listed = Array.from(
    section.matchAll(/((?:\w+, )*\w+) ((?:`[\w/]+`(?:, )?)+)(?=[;| ])/g),
    ([, verbs = '', resources = '']) =>
      (resources.match(/[\w/]+/g) ?? []).map(resource => `${resource}: ${verbs}`),
  ).flat();
  const given = [...(await renderChart()).values()].flatMap(({ rules = [] }) =>
    rules.flatMap(({ resources, verbs }) =>
      resources.map(resource => `${resource}: ${verbs.join(', ')}`),
    ),
  );
  expect(listed.sort()).toEqual(given.sort());
});
