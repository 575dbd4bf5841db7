import type { HistoryResult } from './result.ts';
import type { Span } from './roll-up.ts';
import type { StoredResult } from './store.ts';

/** A result as the columns of both databases hold it. */
export interface StoredFields {
  readonly number: number;
  readonly probe: string;
  readonly request: string;
  readonly at: number;
  readonly health: number;
  readonly good: boolean;
  readonly answered: boolean;
  readonly status: number | null;
  readonly time: number | null;
  readonly reason: string | null;
  /** As JSON; null where none is true. */
  readonly alerts: string | null;
  readonly body: string | null;
}

const healths: readonly HistoryResult['health'][] = ['ok', 'alert', 'skipped'];

/** What `health` is in a column. */
export function healthNumber(health: HistoryResult['health']): number {
  return healths.indexOf(health);
}

/** What `alerts` is in a column. */
export function alertsText(alerts: readonly string[]): string | null {
  return alerts.length === 0 ? null : JSON.stringify(alerts);
}

/** What a span is in a column: its seconds. */
export const spanNumbers: Readonly<Record<Span, number>> = { minute: 60, hour: 3600 };

export function storedResult(fields: StoredFields): StoredResult {
  const { number, at, probe, request, status, time, reason, body } = fields;
  return {
    number,
    at,
    probe,
    request,
    health: healths[fields.health] ?? 'skipped',
    isGood: fields.good,
    isAnswered: fields.answered,
    ...(status !== null && { status }),
    ...(time !== null && { time }),
    ...(reason !== null && { reason }),
    alerts: alertsOf(fields.alerts),
    ...(body !== null && { body }),
  };
}

function alertsOf(text: string | null): string[] {
  const alerts: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(alerts) ? alerts.filter(alert => typeof alert === 'string') : [];
}
