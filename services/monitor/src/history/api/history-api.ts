import type { IncomingMessage, ServerResponse } from 'node:http';
import { PicketError } from '../../errors.ts';
import type { Checked, Problem } from '../../probe/problem.ts';
import { readFigures, shownFigures } from '../figures.ts';
import { shownResult } from '../shown-result.ts';
import type { HistoryReader } from '../store.ts';
import { type Access, refusalOf } from './access.ts';
import { readProbesQuery, readResultsQuery, readSloQuery } from './query.ts';

export interface HistoryApiSettings {
  /** Undefined while no history is kept. */
  readonly reader: () => HistoryReader | undefined;
  readonly access: Access;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Answers what is asked under `/api/history/`. */
export type HistoryApi = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

type Ask = (given: URLSearchParams, reader: HistoryReader, now: number) => Promise<Answer>;

/** Questions answered at once, so that they never keep results from being written for long. */
const mostAtOnce = 8;

const questions: ReadonlyMap<string, Ask> = new Map([
  ['/api/history/probes', askProbes],
  ['/api/history/results', askResults],
  ['/api/history/slo', askSlo],
]);

export function createHistoryApi(settings: HistoryApiSettings): HistoryApi {
  let underWay = 0;
  return async (request, response) => {
    // What is asked for may hold a `?` of its own: names of requests do.
    const [path = '', ...query] = (request.url ?? '').split('?');
    const ask = questions.get(path);
    const refusal = refusalOf(request, settings.access);
    const reader = settings.reader();
    if (refusal) return send(response, refused(refusal));
    if (ask === undefined) return send(response, problem(404, 'not found'));
    if (reader === undefined) return send(response, problem(404, 'no history is kept here'));
    if (request.method !== 'GET') {
      return send(response, { ...problem(405, 'method not allowed'), headers: { allow: 'GET' } });
    }
    if (underWay >= mostAtOnce) return send(response, busy);
    underWay++;
    try {
      send(response, await ask(new URLSearchParams(query.join('?')), reader, settings.now()));
    } catch (error) {
      if (!(error instanceof PicketError)) throw error;
      send(response, problem(503, error.message));
    } finally {
      underWay--;
    }
  };
}

const busy: Answer = {
  ...problem(503, 'too many questions at once: try again'),
  headers: { 'retry-after': '1' },
};

async function askProbes(given: URLSearchParams, reader: HistoryReader): Promise<Answer> {
  return answered(readProbesQuery(given), async query => {
    const probes = await reader.probes(query);
    const last = probes.length === query.limit ? probes.at(-1) : undefined;
    return ok({ probes, ...(last && { next: last.probe }) });
  });
}

async function askResults(
  given: URLSearchParams,
  reader: HistoryReader,
  now: number,
): Promise<Answer> {
  return answered(readResultsQuery(given, now), async query => {
    const unknown = await unknownProbe(reader, query.probe);
    if (unknown) return unknown;
    const results = await reader.results(query);
    const last = results.length === query.limit ? results.at(-1) : undefined;
    return ok({
      results: results.map(shownResult),
      ...(last && { next: `${last.at}-${last.number}` }),
    });
  });
}

async function askSlo(given: URLSearchParams, reader: HistoryReader, now: number): Promise<Answer> {
  return answered(readSloQuery(given), async ({ probe }) => {
    const unknown = await unknownProbe(reader, probe);
    if (unknown) return unknown;
    const { whole, requests } = await readFigures(reader, probe, now);
    return ok({
      probe,
      time: new Date(now).toISOString(),
      windows: shownFigures(whole),
      requests: requests.map(({ request, figures }) => ({
        request,
        windows: shownFigures(figures),
      })),
    });
  });
}

async function answered<Query>(
  query: Checked<Query>,
  answer: (query: Query) => Promise<Answer>,
): Promise<Answer> {
  return query.ok ? answer(query.value) : problem(400, query.problems.map(worded).join('; '));
}

function worded({ path, message, hint }: Problem): string {
  return hint === undefined ? `${path} ${message}` : `${path}: ${message} (${hint})`;
}

async function unknownProbe(reader: HistoryReader, only: string): Promise<Answer | undefined> {
  const found = await reader.probes({ only, limit: 1 });
  if (found.length > 0) return undefined;
  return problem(404, 'nothing is kept of such a probe: /api/history/probes lists those there are');
}

function refused({ status, message }: { status: number; message: string }): Answer {
  return { ...problem(status, message), ...(status === 401 && challenge) };
}

const challenge = { headers: { 'www-authenticate': 'Bearer realm="picket"' } };

function ok(body: object): Answer {
  return { status: 200, body };
}

function problem(status: number, message: string): Answer {
  return { status, body: { message } };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(`${JSON.stringify(body)}\n`);
}
