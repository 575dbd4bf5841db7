import { styleText } from 'node:util';
import type { Transition } from '../alert/transition.ts';
import { codes } from '../protocol/codes.ts';
import type { RequestSummary } from './summary.ts';

/** Control characters of a foreign text would steer the terminal it is shown on, or turn its lines around. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, ' ');
}

/** `200 OK`, `2 Connection refused (connect ECONNREFUSED 127.0.0.1:1)`, or why it was skipped. */
export function answerOf({
  status,
  statusText,
  reason,
}: Pick<RequestSummary, 'status' | 'statusText' | 'reason'>): string {
  if (status === undefined) return printable(`skipped: ${reason ?? ''}`);
  if (reason === undefined) return printable(`${status} ${statusText ?? ''}`.trimEnd());
  const meaning = meanings.get(status);
  return printable(`${status} ${meaning === undefined ? reason : `${meaning} (${reason})`}`);
}

/** What codes mean, but for those of which only the reason tells. */
const meanings: ReadonlyMap<number, string> = new Map(
  Object.entries(codes)
    .map(([code, { meaning }]) => [Number(code), meaning] as const)
    .filter(([code]) => code !== 26 && code !== 99),
);

export function millisecondsOf({ time }: Pick<RequestSummary, 'time'>): string {
  if (time === undefined) return '';
  const digits = time < 1 ? 2 : time < 10 ? 1 : 0;
  return `${time.toFixed(digits)} ms`;
}

const mark = { ok: '✔', alert: '✖', skipped: '−' } as const;
const color = { ok: 'green', alert: 'red', skipped: 'yellow' } as const;

/** A mark that is told apart without colour, too. */
export function healthMark({ health }: Pick<RequestSummary, 'health'>): string {
  return styleText(color[health], mark[health]);
}

/** One line of a transition: `INCIDENT shop health: status is 503`. */
export function transitionLine({ type, at, probe, request, alert, message }: Transition): string {
  const word = type === 'incident' ? styleText('red', 'INCIDENT') : styleText('green', 'RECOVERY');
  const when = new Date(at).toISOString().slice(11, 19);
  return `${when} ${word} ${printable(`${probe.id} / ${request.name} / ${alert.name}: ${message}`)}`;
}
