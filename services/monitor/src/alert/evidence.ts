import { STATUS_CODES } from 'node:http';
import type { Redactor } from '../redact/redact.ts';
import type { RequestRun } from '../run/probe-run.ts';

/** A result as it is kept for evidence and payloads: redacted, without its body. */
export interface Evidence {
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly status: number;
  readonly statusText: string;
  /** Milliseconds. */
  readonly time: number;
  /** Why nothing answered. */
  readonly reason?: string;
}

/** The evidence a request's run gives; a skipped or left out request gives none. */
export function evidenceOf(run: RequestRun, at: number, redact: Redactor): Evidence | undefined {
  if (run.kind !== 'sent') return undefined;
  const { status, statusText, time } = run.result.response;
  const isUsual = statusText === STATUS_CODES[status];
  const seen = { at, status, statusText: isUsual ? statusText : redact(statusText), time };
  return run.result.kind === 'failed'
    ? { ...seen, reason: redact(run.result.failure.reason) }
    : seen;
}
