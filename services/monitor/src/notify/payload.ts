import type { Evidence } from '../alert/evidence.ts';
import type { Transition } from '../alert/transition.ts';
import type { Severity } from '../probe/schema/alert.ts';

interface EvidencePayload extends Omit<Evidence, 'at'> {
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What a webhook receives; documented in `docs/notifications.md`. Times are ISO 8601 in UTC. */
export interface Payload {
  /** Grows when a field changes its meaning or goes; fields may be added within a version. */
  readonly version: 1;
  readonly id: string;
  readonly type: 'incident' | 'recovery';
  readonly probe: Transition['probe'];
  readonly request: Transition['request'];
  readonly alert: {
    readonly name: string;
    readonly assertion: string;
    readonly severity?: Severity;
  };
  readonly message: string;
  readonly response: EvidencePayload;
  readonly beganAt: string;
  readonly at: string;
  /** Milliseconds from `beganAt` to `at`; only on a recovery. */
  readonly durationMs?: number;
  readonly evidence: readonly EvidencePayload[];
}

export function createPayload(transition: Transition): Payload {
  const { id, type, probe, request, alert, message, response, evidence, beganAt, at } = transition;
  return {
    version: 1,
    id,
    type,
    probe,
    request,
    alert,
    message,
    response: withIsoTime(response),
    beganAt: toIso(beganAt),
    at: toIso(at),
    ...(type === 'recovery' ? { durationMs: at - beganAt } : {}),
    evidence: evidence.map(withIsoTime),
  };
}

function withIsoTime({ at, ...rest }: Evidence): EvidencePayload {
  return { ...rest, at: toIso(at) };
}

function toIso(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
