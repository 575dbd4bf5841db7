import type { JudgedAlert, JudgedRequest, Judgement } from '../alert/judgement.ts';
import { isAnswer } from '../alert/outcome.ts';
import type { CompiledProbe, CompiledRequest } from '../probe/compiled.ts';
import type { RequestKind } from '../protocol/protocol.ts';
import type { Measurement, Result } from '../protocol/result.ts';
import { createDurationHistogram, type DurationHistogram } from './duration-histogram.ts';
import { labelPairs, toSeconds } from './exposition.ts';
import { infoLabels } from './info-labels.ts';

/** What a probe is called in labels. */
export interface ProbeIdentity {
  readonly probe: string;
  /** Absent where probes have none, as in a file; then the label is left out. */
  readonly namespace?: string;
}

/** What is kept of one probe between two scrapes: labels and numbers, never a response. */
export interface ProbeSeries {
  readonly digest: string;
  readonly labels: string;
  readonly infoLabels: string;
  /** Seconds from the start of a run to that of the next. */
  readonly interval: number;
  /** Unix seconds. */
  lastRun: number;
  readonly requests: readonly RequestSeries[];
}

export interface RequestSeries {
  readonly key: string;
  readonly kind: RequestKind;
  readonly labels: string;
  /** Absent until it was sent or skipped. */
  last: LastRun | undefined;
  readonly alerts: readonly AlertSeries[];
  readonly durations: DurationHistogram | undefined;
}

export interface AlertSeries {
  readonly key: string;
  isIncident: boolean;
  streak: number;
  incidents: number;
}

interface LastRun {
  readonly success: boolean;
  /** Absent where the request was skipped. */
  readonly sent: SentRun | undefined;
}

export interface SentRun {
  /** As `response.status`. */
  readonly status: number;
  readonly answered: boolean;
  /** Milliseconds. */
  readonly time: number;
  readonly measured: Measurement;
}

/** The probe's series before its first run; counters go on from those of its earlier definition. */
export function openSeries(
  probe: CompiledProbe,
  { probe: name, namespace }: ProbeIdentity,
  earlier: ProbeSeries | undefined,
): ProbeSeries {
  const common = { job: 'picket', namespace, probe: name };
  const requests = probe.requests.map(request => {
    const labels = labelPairs({ ...common, instance: request.instance, request: request.key });
    const before = earlier && findRequest(earlier, request.key);
    return openRequest(request, labels, probe.histogram, before);
  });
  return {
    digest: probe.digest,
    labels: labelPairs(common),
    infoLabels: labelPairs(infoLabels(common, probe)),
    interval: probe.interval / 1_000,
    lastRun: 0,
    requests,
  };
}

function openRequest(
  request: CompiledRequest,
  labels: string,
  histogram: boolean,
  earlier: RequestSeries | undefined,
): RequestSeries {
  return {
    key: request.key,
    kind: request.kind,
    labels,
    last: earlier?.last,
    alerts: request.alerts.map(({ key }) => {
      const before = earlier?.alerts.find(alert => alert.key === key);
      return {
        key,
        isIncident: before?.isIncident ?? false,
        streak: before?.streak ?? 0,
        incidents: before?.incidents ?? 0,
      };
    }),
    durations: histogram ? (earlier?.durations ?? createDurationHistogram()) : undefined,
  };
}

/** At most 32, and most probes have one: no index is worth its memory. */
export function findRequest({ requests }: ProbeSeries, key: string): RequestSeries | undefined {
  return requests.find(request => request.key === key);
}

/** Takes over the numbers of one run; what was left out of it keeps those of its last one. */
export function takeRun(probe: ProbeSeries, { at, requests }: Pick<Judgement, 'at' | 'requests'>) {
  probe.lastRun = at / 1_000;
  for (const judged of requests) {
    const request = findRequest(probe, judged.run.request.key);
    if (request !== undefined) takeRequest(request, judged);
  }
}

function takeRequest(request: RequestSeries, { run, alerts }: JudgedRequest): void {
  if (run.kind === 'left-out') return;
  const sent = run.kind === 'sent' ? sentRun(run.result) : undefined;
  request.last = { success: sent?.answered === true && !alerts.some(isTrue), sent };
  if (sent !== undefined) request.durations?.observe(toSeconds(sent.time));
  alerts.forEach(({ alert, state }, index) => {
    const taken = findAlert(request, alert.key, index);
    if (taken === undefined) return;
    taken.isIncident = state.status === 'incident';
    taken.streak = state.streak;
  });
}

/** Alerts are judged in the order of the request's, so the first look finds it. */
function findAlert({ alerts }: RequestSeries, key: string, index: number): AlertSeries | undefined {
  const expected = alerts[index];
  return expected?.key === key ? expected : alerts.find(alert => alert.key === key);
}

function sentRun({ response, measured }: Result): SentRun {
  return {
    status: response.status,
    answered: isAnswer(response),
    time: response.time,
    measured,
  };
}

function isTrue({ outcome }: JudgedAlert): boolean {
  return outcome === 'true';
}
