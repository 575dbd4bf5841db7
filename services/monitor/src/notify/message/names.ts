import type { Transition } from '../../alert/transition.ts';
import type { Names } from '../../template/reference.ts';
import type { Digest } from './digest.ts';
import { wordDuration } from './duration.ts';
import { lengthOf, wordNumbers, wordSummary } from './wording.ts';

/** What templates that tell of one transition may read; documented in `docs/notifications.md`. */
export const itemNames: Names = new Map([
  ['id', []],
  ['type', []],
  ['summary', []],
  ['message', []],
  ['severity', []],
  ['duration', []],
  ['beganAt', []],
  ['at', []],
  ['count', []],
  ['probe', ['id', 'name', 'description']],
  ['request', ['name', 'kind', 'target']],
  ['alert', ['name', 'assertion', 'severity']],
  ['response', ['status', 'statusText', 'time', 'reason']],
]);

/** What templates that tell of several transitions may read. */
export const groupNames: Names = new Map([
  ['type', []],
  ['summary', []],
  ['severity', []],
  ['count', []],
  ['incidents', []],
  ['recoveries', []],
  ['probes', []],
]);

/** `count` is how many transitions the message tells of. */
export function itemValues(transition: Transition, count: number) {
  const { id, type, probe, request, alert, message, response, beganAt, at } = transition;
  return {
    id,
    type,
    summary: wordSummary(transition),
    message,
    severity: alert.severity,
    duration: wordDuration(lengthOf(transition)),
    beganAt: new Date(beganAt).toISOString(),
    at: new Date(at).toISOString(),
    count,
    probe,
    request,
    alert,
    response,
  };
}

export function groupValues(digest: Digest) {
  const { type, severity, count, incidents, recoveries, probes } = digest;
  return { type, summary: wordNumbers(digest), severity, count, incidents, recoveries, probes };
}
