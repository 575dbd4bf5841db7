import type { CompiledAlert, CompiledProbe, CompiledRequest } from '../probe/compiled.ts';
import type { Redactor } from '../redact/redact.ts';
import type { SentRequest } from '../run/probe-run.ts';
import type { Evidence } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import { type Transition, transitionId } from './transition.ts';

/** What happened, beside what the probe and its request already say. */
export interface Happening {
  readonly type: Transition['type'];
  readonly uid: string;
  readonly probe: CompiledProbe;
  readonly request: CompiledRequest;
  readonly alert: CompiledAlert;
  readonly sequence: number;
  readonly run: SentRequest;
  /** The result that made the transition, and the last ones with it, oldest first. */
  readonly response: Evidence;
  readonly evidence: readonly Evidence[];
  readonly exchange: Exchange;
  readonly beganAt: number;
  readonly at: number;
  readonly redact: Redactor;
}

/** A transition as channels and the record get it: whole, rendered and redacted. */
export function describeTransition(happening: Happening): Transition {
  const { uid, probe, request, alert, run } = happening;
  const assertion = conditionText(alert);
  const message = alert.message({
    ...run.scope,
    response: run.result.response,
    probe: { id: probe.id, name: probe.name },
    alert: { name: alert.key, assertion },
  });
  return {
    id: transitionId(uid, request.key, alert.key, happening.sequence),
    type: happening.type,
    probe: {
      id: probe.id,
      name: probe.name,
      ...(probe.description !== undefined && { description: probe.description }),
    },
    request: { name: request.key, kind: request.kind, target: request.instance },
    alert: { name: alert.key, assertion, ...(alert.severity && { severity: alert.severity }) },
    message: happening.redact(message),
    response: happening.response,
    evidence: happening.evidence,
    exchange: happening.exchange,
    beganAt: happening.beganAt,
    at: happening.at,
  };
}

/** The assertion of an author's alert, or the name of a built-in one. */
function conditionText({ condition }: CompiledAlert): string {
  return typeof condition === 'string' ? condition : condition.text;
}
