import { escapeLabelValue, type MetricRow, series } from './exposition.ts';
import type { AlertSeries, ProbeSeries, RequestSeries, SentRun } from './probe-series.ts';

/** A metric with series for each probe, written from what is kept of its last run. */
export interface Family extends MetricRow {
  /** The probe's series of this metric; empty where it has none. */
  readonly write: (probe: ProbeSeries) => string;
}

/** `namespace` is there only where probes have one. */
export const probeLabels = ['job', 'namespace', 'probe'] as const;
const requestLabels = [...probeLabels, 'instance', 'request'] as const;
const alertLabels = [...requestLabels, 'alert'] as const;

interface Described {
  readonly name: string;
  readonly help: string;
}

/** One series for each request; the reading is undefined where there is none to show. */
export function requestGauge(
  row: Described,
  read: (request: RequestSeries) => number | undefined,
): Family {
  return perRequest({ ...row, type: 'gauge', labels: requestLabels }, request => {
    const value = read(request);
    return value === undefined ? '' : series(row.name, request.labels, value);
  });
}

/** One series for each request that was sent in its last run. */
export function sentGauge(
  row: Described,
  read: (sent: SentRun, request: RequestSeries) => number | undefined,
): Family {
  return requestGauge(row, request => request.last?.sent && read(request.last.sent, request));
}

/** A series for each value of one more label; none where the reading is undefined. */
export function labelledGauge(
  row: Described & { readonly label: string },
  read: (sent: SentRun, request: RequestSeries) => Readonly<Record<string, number>> | undefined,
): Family {
  const labels = [...requestLabels, row.label];
  return perRequest({ name: row.name, help: row.help, type: 'gauge', labels }, request => {
    const values = request.last?.sent && read(request.last.sent, request);
    if (values === undefined) return '';
    let text = '';
    for (const [value, number] of Object.entries(values)) {
      text += series(
        row.name,
        `${request.labels},${row.label}="${escapeLabelValue(value)}"`,
        number,
      );
    }
    return text;
  });
}

/** A histogram for each request that keeps one. */
export function requestHistogram(row: Described): Family {
  return perRequest(
    { ...row, type: 'histogram', labels: requestLabels },
    request => request.durations?.write(row.name, request.labels) ?? '',
  );
}

/** One series for each alert of a request. */
export function alertFamily(
  row: Described & { readonly type: 'gauge' | 'counter' },
  read: (alert: AlertSeries) => number,
): Family {
  return perRequest({ ...row, labels: alertLabels }, ({ labels, alerts }) => {
    let text = '';
    for (const alert of alerts) {
      text += series(row.name, `${labels},alert="${escapeLabelValue(alert.key)}"`, read(alert));
    }
    return text;
  });
}

function perRequest(row: MetricRow, write: (request: RequestSeries) => string): Family {
  return {
    ...row,
    write({ requests }) {
      let text = '';
      for (const request of requests) text += write(request);
      return text;
    },
  };
}
