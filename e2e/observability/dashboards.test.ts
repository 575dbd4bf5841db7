import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Dashboard,
  dashboardsFolder,
  type Panel,
  queriesOf,
  readDashboards,
} from './dashboard.ts';

const dashboards = await readDashboards();
const each = [...dashboards.values()].map(dashboard => [dashboard.uid, dashboard] as const);

test('there are three, with ids that stay', () => {
  expect([...dashboards.keys()].sort()).toEqual([
    'picket-operator',
    'picket-overview',
    'picket-probe',
  ]);
});

test('each fits a ConfigMap', async () => {
  for (const file of await readdir(dashboardsFolder)) {
    const { size } = await stat(join(dashboardsFolder, file));
    expect(size, file).toBeLessThan(2 ** 20);
  }
});

describe.each(each)('%s', (_, dashboard) => {
  test('asks the data source that is chosen, and no other', () => {
    const chosen = { type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/) };
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
    const { panels, templating, annotations } = dashboard;
    const asking = [
      ...panels.filter(isGraph).flatMap(panel => [panel, ...(panel.targets ?? [])]),
      ...templating.list.filter(({ type }) => type === 'query'),
      ...annotations.list.filter(({ builtIn }) => builtIn === undefined),
    ];
    expect(asking.length).toBeGreaterThan(20);
    for (const { datasource } of asking) expect(datasource).toEqual(chosen);
  });

  test('says of every panel what it shows', () => {
    for (const { title, description, fieldConfig } of dashboard.panels.filter(isGraph)) {
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      expect(description, title).toMatch(/^[A-Z`].*\.$/s);
      expect(fieldConfig?.defaults.thresholds, title).toBeDefined();
    }
  });

  test('has panels side by side, none over another', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = new Set<string>();
    for (const { title, gridPos } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      for (const cell of cellsOf(gridPos)) {
        expect(cells.has(cell), `${title} at ${cell}`).toBe(false);
        cells.add(cell);
      }
    }
  });

  test('leads to the others, and to variables that they have', () => {
    const urls = [...dashboard.links, ...dashboard.panels.flatMap(linksOf)].map(({ url }) => url);
    const reached = new Set<string>();
    for (const url of urls) {
      const [, uid = '', query = ''] = /^\/d\/([\w-]+)\?(.+)$/.exec(url) ?? [];
      reached.add(uid);
      const variables = dashboards.get(uid)?.templating.list.map(({ name }) => name);
      for (const [, name] of query.matchAll(/var-(\w+)=/g)) expect(variables, url).toContain(name);
    }
    const others = [...dashboards.keys()].filter(uid => uid !== dashboard.uid);
    expect([...reached]).toEqual(expect.arrayContaining(others));
    for (const uid of reached) expect(dashboards.has(uid), uid).toBe(true);
  });
});

test('the overview shows a bounded number of series, however many probes there are', () => {
  const overview = dashboards.get('picket-overview');
  const queries = overview === undefined ? [] : queriesOf(overview);
  expect(queries.length).toBeGreaterThan(20);
  for (const { where, expr } of queries)
    expect(expr, where).toMatch(
      /^(label_replace\()?((topk|bottomk|count|sum|avg|quantile)\(|sum by \(channel, outcome\))/,
    );
});

const isGraph = ({ type }: Panel) => type !== 'row';

function* cellsOf({ x, y, w, h }: Panel['gridPos']): Generator<string> {
  for (let row = y; row < y + h; row++)
    for (let column = x; column < x + w; column++) yield `${column}:${row}`;
}

function linksOf({ fieldConfig }: Panel): Dashboard['links'] {
  const { defaults, overrides = [] } = fieldConfig ?? {};
  const ofFields = overrides.flatMap(({ properties }) =>
    properties.flatMap(property => (property.id === 'links' ? property.value : [])),
  );
  return [...(defaults?.links ?? []), ...ofFields];
}
