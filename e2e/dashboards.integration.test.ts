import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  labelQueriesOf,
  type Query,
  queriesOf,
  readDashboards,
} from './observability/dashboard.ts';
import { readExpression } from './observability/expression.ts';
import { type Choice, interpolate } from './observability/interpolate.ts';
import { type ObservedRun, observeRun } from './observability/observed-run.ts';
import { readRules } from './observability/rules.ts';

/** What nothing can be seen of in a run of seconds, and why. */
const unseen = new Map([
  [
    'picket_notifications_total{outcome="gave-up"}',
    'a notification is given up a day after its first try',
  ],
  [
    'picket_last_run_timestamp_seconds{exported_job="picket"}',
    'the scrape keeps labels, as it should',
  ],
]);

/** Queries that ask for what did not happen. */
const quiet = new Map([['picket-operator › Restarts', 'nothing was started anew']]);

let run: ObservedRun;
beforeAll(async () => {
  run = await observeRun();
});
afterAll(() => run?.[Symbol.asyncDispose]());

const dashboards = await readDashboards();
const { groups } = await readRules();
const shown = { range: 60, step: 1, scrapeInterval: 1 };

/** All there is of variables, what is chosen of them by name, and probes as links choose them. */
const probes: Readonly<Record<string, string | readonly string[]>> = {
  shop: ['home'],
  chain: ['log in', 'order'],
  secure: '$__all',
  greeter: '$__all',
  here: '$__all',
};
const choices: Readonly<Record<string, readonly Choice[]>> = {
  'picket-overview': [{ namespace: '$__all' }, { namespace: ['shop'] }, { namespace: [''] }],
  'picket-probe': Object.entries(probes).flatMap(([probe, request]) => [
    { namespace: '$__all', probe, request: '$__all' },
    { namespace: ['shop'], probe, request },
    { namespace: [''], probe, request },
  ]),
  'picket-operator': [
    { job: '$__all', instance: '$__all' },
    { job: ['picket'], instance: '$__all' },
  ],
};

type Labels = Readonly<Record<string, string>>;

interface Matrix {
  readonly result: readonly { readonly metric: Labels }[];
}

async function labelsIn(query: Pick<Query, 'expr' | 'isInstant'>): Promise<readonly Labels[]> {
  if (query.isInstant) return (await run.prometheus.query(query.expr)).map(({ labels }) => labels);
  const now = Date.now() / 1000;
  const window = { start: `${now - 20}`, end: `${now}`, step: '1' };
  const parameters = { query: query.expr, ...window };
  const { result } = await run.prometheus.ask<Matrix>('query_range', parameters);
  return result.map(({ metric }) => metric);
}

/** Selectors of the expression that pick nothing, and labels it names that none of what it picks has. */
async function faultsOf(expr: string): Promise<readonly string[]> {
  const { selectors, labels } = readExpression(expr);
  const faults: string[] = [];
  const there = new Set(['le']);
  for (const { text, metric } of selectors) {
    const asked = unseen.has(text) ? metric : text;
    if (unseen.has(text)) for (const label of readExpression(text).labels) there.add(label);
    const found = await run.prometheus.query(`last_over_time(${asked}[1m])`);
    if (found.length === 0) faults.push(`nothing is there of ${text}`);
    for (const series of found) for (const label of Object.keys(series.labels)) there.add(label);
  }
  return [
    ...faults,
    ...labels.filter(label => !there.has(label)).map(label => `no label ${label}`),
  ];
}

describe.each([...dashboards.values()])('$uid', dashboard => {
  const choicesHere = choices[dashboard.uid] ?? [];

  test.each(labelQueriesOf(dashboard))('$where has values', async ({ name, selector, label }) => {
    const values = new Set<string>();
    for (const choice of choicesHere) {
      const match = { 'match[]': interpolate(selector, choice, shown) };
      const found = await run.prometheus.ask<readonly string[]>(`label/${label}/values`, match);
      for (const value of found) values.add(value);
    }
    for (const chosen of choicesHere.flatMap(choice => choice[name] ?? []))
      if (chosen !== '$__all' && chosen !== '') expect(values).toContain(chosen);
    expect(values.size).toBeGreaterThan(0);
  });

  test.each(queriesOf(dashboard))(
    '$where has data: $expr',
    async ({ where, expr, legend, isInstant }) => {
      const found: Labels[] = [];
      const faults: (readonly string[])[] = [];
      for (const choice of choicesHere) {
        const asked = interpolate(expr, choice, shown);
        found.push(...(await labelsIn({ expr: asked, isInstant })));
        faults.push(await faultsOf(asked));
      }
      expect(faults, 'for one of the choices, all is there').toContainEqual([]);
      if (quiet.has(where)) return;
      expect(found.length).toBeGreaterThan(0);
      const labels = new Set(found.flatMap(series => Object.keys(series)));
      for (const [, label] of legend.matchAll(/\{\{(\w+)\}\}/g)) expect(labels).toContain(label);
    },
  );

  test.each(choicesHere.filter(({ namespace }) => namespace?.[0] === ''))(
    'shows of probes of a file what it shows of Probes: %o',
    async choice => {
      const shownOf = async (namespace: string) => {
        const asked = queriesOf(dashboard).map(async ({ where, expr }) => {
          const query = interpolate(expr, { ...choice, namespace: [namespace] }, shown);
          return (await run.prometheus.query(query)).length > 0 ? [where] : [];
        });
        return (await Promise.all(asked)).flat();
      };
      const ofFile = await shownOf('');
      expect(ofFile.length).toBeGreaterThan(10);
      expect(ofFile).toEqual(await shownOf('shop'));
    },
  );
});

describe('rules', () => {
  const rules = groups.flatMap(group => group.rules);

  test.each(rules.filter(({ record }) => record !== undefined))('$record has data', async rule => {
    expect(await run.prometheus.query(rule.expr)).not.toEqual([]);
    expect(await run.prometheus.query(rule.record ?? '')).not.toEqual([]);
  });

  test.each(rules.filter(({ alert }) => alert !== undefined))(
    '$alert asks for what is there',
    async ({ alert, expr, annotations = {} }) => {
      await run.prometheus.query(expr);
      expect(await faultsOf(expr)).toEqual([]);
      expect(alert).toMatch(/^Picket[A-Z]/);
      expect(Object.keys(annotations).sort()).toEqual(['description', 'runbook', 'summary']);
    },
  );

  test('fire where the run gave reason to', async () => {
    const alerts = await run.prometheus.query('count by (alertname) (ALERTS)');
    expect(alerts.map(({ labels }) => labels.alertname)).toEqual(
      expect.arrayContaining(['PicketIncident', 'PicketErrorBudgetBurn1h']),
    );
  });
});

describe('what is asked wrongly is noticed:', () => {
  test.each([
    ['a metric that is not there', 'sum(picket_memberz)'],
    ['a value that is not there', 'picket_notifications_total{outcome="lost"}'],
    ['a label of a matcher', 'probe_success{prob=~".*"}'],
    ['a label of a list', 'sum by (probe, owner) (probe_success)'],
  ])('%s', async (_, expr) => {
    expect(await faultsOf(expr)).not.toEqual([]);
  });
});
