import { styleText } from 'node:util';
import type { Transition } from '../alert/transition.ts';
import type { RequestSummary } from './summary.ts';

/** Control characters of a foreign text would steer the terminal it is shown on. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

/** `200 OK`, or `2 Connection refused (connect ECONNREFUSED 127.0.0.1:1)`. */
export function answerOf({ status, statusText, reason }: RequestSummary): string {
  if (status === undefined) return printable(reason ?? '');
  const answer = statusText ? `${status} ${statusText}` : String(status);
  return printable(
    reason === undefined || reason === statusText ? answer : `${answer} (${reason})`,
  );
}

export function millisecondsOf({ time }: RequestSummary): string {
  if (time === undefined) return '';
  return time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`;
}

const mark = { ok: '✔', alert: '✖', skipped: '−' } as const;
const color = { ok: 'green', alert: 'red', skipped: 'yellow' } as const;

/** A mark that is told apart without colour, too. */
export function healthMark({ health }: RequestSummary): string {
  return styleText(color[health], mark[health]);
}

/** One line of a transition: `INCIDENT shop health: status is 503`. */
export function transitionLine({ type, at, probe, request, alert, message }: Transition): string {
  const word = type === 'incident' ? styleText('red', 'INCIDENT') : styleText('green', 'RECOVERY');
  const when = new Date(at).toISOString().slice(11, 19);
  return `${when} ${word} ${printable(`${probe.id} / ${request.name} / ${alert.name}: ${message}`)}`;
}
