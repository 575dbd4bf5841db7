import type { JudgedRequest, Judgement } from '../alert/judgement.ts';

/** How a request's run looks to a person, in order of what matters: one word for it. */
type Health = 'ok' | 'alert' | 'skipped';

export interface RequestSummary {
  readonly probe: string;
  readonly request: string;
  readonly kind: string;
  readonly health: Health;
  /** Absent where nothing was sent. */
  readonly status?: number;
  readonly statusText?: string;
  /** Milliseconds. */
  readonly time?: number;
  /** Why nothing answered, or why it was skipped. */
  readonly reason?: string;
  /** Keys of the alerts that are true in this run. */
  readonly alerts: readonly string[];
  /** Keys of the alerts that are in incident. */
  readonly incidents: readonly string[];
}

/** What reporters say of a run, request by request; those left out by their own interval are not in it. */
export function summarize({ probe, requests }: Judgement): RequestSummary[] {
  return requests
    .filter(({ run }) => run.kind !== 'left-out')
    .map(request => summarizeRequest(probe.id, request));
}

/** Whether an alert is true in this run. */
export function hasTrueAlert({ health }: RequestSummary): boolean {
  return health === 'alert';
}

/** The same of one request that was not left out. */
export function summarizeRequest(probe: string, judged: JudgedRequest): RequestSummary {
  const { run, evidence, skipped, alerts } = judged;
  const { key: request, kind } = run.request;
  const named = { probe, request, kind };
  const keys = {
    alerts: alerts.filter(({ outcome }) => outcome === 'true').map(({ alert }) => alert.key),
    incidents: alerts
      .filter(({ state }) => state.status === 'incident')
      .map(({ alert }) => alert.key),
  };
  if (evidence === undefined) {
    return {
      ...named,
      health: 'skipped',
      ...(skipped !== undefined && { reason: skipped }),
      ...keys,
    };
  }
  const { status, statusText, time, reason } = evidence;
  return {
    ...named,
    health: keys.alerts.length > 0 ? 'alert' : 'ok',
    status,
    statusText,
    time,
    ...(reason !== undefined && { reason }),
    ...keys,
  };
}
