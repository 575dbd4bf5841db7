import type { Transition } from '../../alert/transition.ts';
import { counted, wordCount } from '../../report/counted.ts';
import type { Digest } from './digest.ts';
import { wordDuration } from './duration.ts';
import { wordTime } from './time.ts';

/** `Incident: The shop: down`. */
export function wordSummary({ type, probe, alert }: Transition): string {
  return `${type === 'incident' ? 'Incident' : 'Recovered'}: ${probe.name}: ${alert.name}`;
}

/** What there is to say of one transition beside its summary. */
export function wordDetails(transition: Transition): string {
  const { probe, request, alert, message, beganAt } = transition;
  return [
    message,
    '',
    ...(probe.description === undefined ? [] : [`Probe: ${probe.description}`]),
    `Request: ${request.name}${request.name.includes(request.target) ? '' : `, ${request.target}`}`,
    `Result: ${wordResult(transition)}`,
    `Alert: ${alert.assertion}${alert.severity === undefined ? '' : ` (${alert.severity})`}`,
    transition.type === 'incident'
      ? `Since: ${wordTime(beganAt)}`
      : `Lasted: ${wordDuration(lengthOf(transition))}, since ${wordTime(beganAt)}`,
  ].join('\n');
}

/** One transition among others, maybe of the same alert of another request. */
export function wordItem(transition: Transition): string {
  const { type, request, alert, message } = transition;
  const notes =
    type === 'incident' ? alert.severity : `after ${wordDuration(lengthOf(transition))}`;
  return `${wordSummary(transition)}${notes === undefined ? '' : ` (${notes})`}\n${request.name}: ${message}`;
}

/** `12 incidents (3 critical, 9 warning) and 2 recoveries of 14 probes`, or of the one by its name. */
export function wordNumbers(digest: Digest): string {
  const { incidents, recoveries, probes, bySeverity, listed } = digest;
  const severities = Object.entries(bySeverity)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${wordCount(count)} ${severity}`);
  const parts = [
    ...(incidents === 0 ? [] : [counted(incidents, 'incident')]),
    ...(recoveries === 0 ? [] : [counted(recoveries, 'recovery', 'recoveries')]),
  ];
  if (incidents > 0 && severities.length > 0) parts[0] += ` (${severities.join(', ')})`;
  const only = probes === 1 ? listed[0]?.probe.name : undefined;
  return `${parts.join(' and ')} of ${only ?? counted(probes, 'probe')}`;
}

export function wordMore(more: number): string {
  return `… and ${wordCount(more)} more`;
}

/** Milliseconds from an incident's first true result to the transition. */
export function lengthOf({ at, beganAt }: Transition): number {
  return at - beganAt;
}

/** `503 Service Unavailable in 12 ms`, and why where nothing answered. */
export function wordResult({ response }: Transition): string {
  const { status, statusText, time, reason } = response;
  const code = statusText === '' ? `${status}` : `${status} ${statusText}`;
  return `${code} in ${Math.round(time)} ms${reason === undefined ? '' : `: ${reason}`}`;
}
