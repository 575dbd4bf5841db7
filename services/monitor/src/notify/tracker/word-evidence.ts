import type { Evidence } from '../../alert/evidence.ts';
import type { Exchange } from '../../alert/exchange.ts';
import type { Transition } from '../../alert/transition.ts';
import { wordTime } from '../message/time.ts';
import { fenced, oneLine } from './foreign-text.ts';

/** Results of a table: the last ones. */
const mostResults = 10;
/** Characters. */
const longest = { message: 2000, statusText: 60, reason: 300, head: 4000, body: 4200 };

const phaseWords = {
  resolve: 'DNS',
  connect: 'connect',
  tls: 'TLS',
  processing: 'wait for the answer',
  transfer: 'transfer',
} as const satisfies Record<keyof Exchange['phases'], string>;

/** The alert's message: a fence, for a probe may put parts of answers into it. */
export function wordMessage({ message }: Transition): string {
  return fenced(message, longest.message);
}

/** Time, status, duration and reason of the last results, a line each. */
export function wordResults({ evidence, response }: Transition): string {
  const last = (evidence.length === 0 ? [response] : evidence).slice(-mostResults);
  return fenced(last.map(wordResult).join('\n'), Number.POSITIVE_INFINITY);
}

function wordResult({ at, status, statusText, time, reason }: Evidence): string {
  const told = [`${status}`.padStart(3), oneLine(statusText, longest.statusText)]
    .join(' ')
    .trimEnd();
  const why = reason === undefined ? '' : `  ${oneLine(reason, longest.reason)}`;
  return `${wordTime(at)}  ${told}  ${Math.round(time)} ms${why}`;
}

/** Sections on what was sent and what came back, where that is known. */
export function wordExchange({ exchange, response }: Transition): readonly string[] {
  if (exchange === undefined) return [];
  const { request, response: answer, phases } = exchange;
  const sent = [`${request.method} ${request.url}`, ...headerLines(request.headers)];
  const came = [`${response.status} ${response.statusText}`, ...headerLines(answer?.headers ?? {})];
  return [
    ...section('Phases of the last request', wordPhases(phases)),
    '## Request',
    fenced(sent.join('\n'), longest.head),
    ...bodyOf(request.body),
    '## Response',
    ...(answer === undefined
      ? ['Nothing answered: the last results say why.']
      : [fenced(came.join('\n'), longest.head), ...bodyOf(answer.body)]),
  ];
}

function wordPhases(phases: Exchange['phases']): string {
  const reached = Object.entries(phaseWords).flatMap(([phase, words]) => {
    const ms = Object.entries(phases).find(([name]) => name === phase)?.[1];
    return ms === undefined ? [] : [`${words} ${Math.round(ms)} ms`];
  });
  return reached.join(', ');
}

function section(heading: string, text: string): readonly string[] {
  return text === '' ? [] : [`## ${heading}`, text];
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${oneLine(value, 1100)}`);
}

function bodyOf(body: string | undefined): readonly string[] {
  return body === undefined || body === '' ? [] : ['Body:', fenced(body, longest.body)];
}
