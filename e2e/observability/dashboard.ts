import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chartFolder } from '../chart/fixtures/helm.ts';

/** As much of Grafana's model of a dashboard as the tests look at. */
export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly schemaVersion: number;
  readonly links: readonly Link[];
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
  readonly annotations: { readonly list: readonly Annotation[] };
}

interface Link {
  readonly url: string;
}

type Property =
  | { readonly id: 'links'; readonly value: readonly Link[] }
  | { readonly id: 'unit' | 'custom.hidden' | 'custom.hideFrom' | 'custom.cellOptions' };

interface Datasource {
  readonly type: string;
  readonly uid: string;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: Datasource;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly Target[];
  readonly fieldConfig?: {
    readonly defaults: { readonly links?: readonly Link[]; readonly thresholds?: object };
    readonly overrides: readonly {
      readonly properties: readonly Property[];
    }[];
  };
}

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
  readonly instant?: boolean;
  readonly datasource: Datasource;
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly query: string | { readonly query: string };
  readonly multi: boolean;
  readonly includeAll: boolean;
  readonly allValue?: string;
  readonly datasource?: Datasource;
}

interface Annotation {
  readonly name: string;
  readonly builtIn?: number;
  readonly expr?: string;
  readonly titleFormat?: string;
  readonly datasource: Datasource;
}

export const dashboardsFolder = join(chartFolder, 'files', 'dashboards');

/** Those of the chart, by their uids. */
export async function readDashboards(): Promise<ReadonlyMap<string, Dashboard>> {
  const dashboards = new Map<string, Dashboard>();
  for (const file of (await readdir(dashboardsFolder)).sort()) {
    const dashboard: Dashboard = JSON.parse(await readFile(join(dashboardsFolder, file), 'utf8'));
    dashboards.set(dashboard.uid, dashboard);
  }
  return dashboards;
}

/** What a dashboard asks Prometheus for. */
export interface Query {
  /** Such as `picket-probe › Alerts`. */
  readonly where: string;
  readonly expr: string;
  /** Of the legend, or of an annotation's title. */
  readonly legend: string;
  /** At the end of the time shown only. */
  readonly isInstant: boolean;
}

/** The queries of its panels and annotations. */
export function queriesOf({ uid, panels, annotations }: Dashboard): readonly Query[] {
  const ofPanels = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat, instant = false }) => ({
      where: `${uid} › ${title}`,
      expr,
      legend: legendFormat,
      isInstant: instant,
    })),
  );
  const ofAnnotations = annotations.list.flatMap(({ name, expr, titleFormat = '' }) =>
    expr === undefined
      ? []
      : [{ where: `${uid} › ${name}`, expr, legend: titleFormat, isInstant: false }],
  );
  return [...ofPanels, ...ofAnnotations];
}

export interface LabelQuery {
  readonly where: string;
  readonly name: string;
  readonly selector: string;
  readonly label: string;
}

/** The queries of its variables; throws at one that is no `label_values`. */
export function labelQueriesOf({ uid, templating }: Dashboard): readonly LabelQuery[] {
  return templating.list.flatMap(({ name, type, query }) => {
    if (type !== 'query') return [];
    const text = typeof query === 'string' ? query : query.query;
    const [, selector, label] = /^label_values\((.+), (\w+)\)$/.exec(text) ?? [];
    if (selector === undefined || label === undefined) throw new Error(`${uid}: ${text}`);
    return [{ where: `${uid} › $${name}`, name, selector, label }];
  });
}
