import { createHash } from 'node:crypto';
import type { Severity } from '../probe/schema/alert.ts';
import type { Evidence } from './evidence.ts';
import type { Exchange } from './exchange.ts';

/** An alert that became an incident or recovered: everything a channel needs to tell of it. */
export interface Transition {
  /** The same for every delivery and repeat of this transition, and for no other. */
  readonly id: string;
  readonly type: 'incident' | 'recovery';
  readonly probe: { readonly id: string; readonly name: string; readonly description?: string };
  readonly request: { readonly name: string; readonly kind: string; readonly target: string };
  readonly alert: {
    readonly name: string;
    readonly assertion: string;
    readonly severity?: Severity;
  };
  /** The alert's message, rendered and redacted. */
  readonly message: string;
  /** The result that made the transition. */
  readonly response: Evidence;
  /** The last results, oldest first: as many as the greater of the two thresholds. */
  readonly evidence: readonly Evidence[];
  /** What was sent and answered then; absent where a record did not keep it. */
  readonly exchange?: Exchange;
  /** Unix milliseconds of the incident's first true result. */
  readonly beganAt: number;
  /** Unix milliseconds of the transition. */
  readonly at: number;
}

/** The id of a transition: fixed by what it is of, so that a repeat of the work gives the same one. */
export function transitionId(
  uid: string,
  request: string,
  alert: string,
  sequence: number,
): string {
  return createHash('sha256')
    .update(JSON.stringify([uid, request, alert, sequence]))
    .digest('hex')
    .slice(0, 32);
}
