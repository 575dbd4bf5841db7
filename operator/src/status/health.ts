import type { AlertStatus, Condition } from '../resource/status.ts';
import type { Finding } from './conditions.ts';

export interface HealthBasis {
  /** Alerts that are not at rest. */
  readonly alerts: readonly AlertStatus[];
  /** What reconciling says where the probe is not run: it holds whatever the alerts say. */
  readonly verdict: Finding | undefined;
  /** The condition as it was written last. */
  readonly written: Pick<Condition, 'status'> | undefined;
  /** Whether a run was judged since it may run. */
  readonly wasJudged: boolean;
}

/**
 * The condition `Healthy`:
 * 1. The probe is not run: what reconciling says, `Unknown`.
 * 2. Any alert is in incident: `False`.
 * 3. A run was judged, or its last owner wrote that one was (`True` or `False`): `True`.
 * 4. Otherwise `Unknown`.
 */
export function healthOf({ alerts, verdict, written, wasJudged }: HealthBasis): Finding {
  if (verdict !== undefined) return verdict;
  const incidents = incidentsOf(alerts);
  if (incidents.length > 0) {
    return healthy('False', 'IncidentOpen', `in incident: ${wordAlerts(incidents)}`);
  }
  if (wasJudged || written?.status === 'True' || written?.status === 'False') {
    return healthy('True', 'NoIncident', 'no alert is in incident');
  }
  return healthy('Unknown', 'NotRunYet', 'the probe has not run yet');
}

export function incidentsOf(alerts: readonly AlertStatus[]): readonly AlertStatus[] {
  return alerts.filter(({ state }) => state === 'incident');
}

function healthy(status: Condition['status'], reason: string, message: string): Finding {
  return { type: 'Healthy', status, reason, message };
}

const named = 5;
/** UTF-16 units a name may take: it may be the text of an assertion. */
const longestName = 120;

function wordAlerts(alerts: readonly AlertStatus[]): string {
  const names = alerts
    .slice(0, named)
    .map(({ request, alert }) => `${shorten(request)}: ${shorten(alert)}`);
  const more = alerts.length - names.length;
  return [...names, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function shorten(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`.toWellFormed();
}
