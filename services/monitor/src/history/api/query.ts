import { nearest } from '../../probe/nearest.ts';
import type { Checked, Problem } from '../../probe/problem.ts';
import { momentForm, momentOf } from '../moment.ts';
import type { Position, ProbesQuery, ResultsQuery } from '../store.ts';

/** Results in one answer, at most; fewer with their bodies. */
const most = { results: 1_000, bodies: 100, probes: 1_000 } as const;
const usual = 100;
const longestText = 1_024;

/** The parameters of one question, read one by one; what is wrong with any of them is gathered. */
class Parameters {
  readonly problems: Problem[] = [];
  readonly #given: URLSearchParams;

  constructor(given: URLSearchParams, names: readonly string[]) {
    this.#given = given;
    for (const name of new Set(given.keys())) {
      if (!names.includes(name)) this.#unknown(name, names);
      else if (given.getAll(name).length > 1) this.#wrong(name, 'is given more than once');
    }
  }

  text(name: string): string | undefined {
    const value = this.#given.get(name);
    if (value === null) return undefined;
    // No text that is kept has a NUL, and PostgreSQL takes none.
    if (value !== '' && value.length <= longestText && !value.includes('\0')) return value;
    this.#wrong(name, `must have 1 to ${longestText} characters, and no NUL`);
    return undefined;
  }

  required(name: string): string {
    if (!this.#given.has(name)) this.#wrong(name, 'is missing');
    return this.text(name) ?? '';
  }

  flag(name: string): boolean {
    const value = this.#given.get(name) ?? 'false';
    if (value !== 'true' && value !== 'false') this.#wrong(name, 'must be true or false');
    return value === 'true';
  }

  limit(greatest: number): number {
    const value = this.#given.get('limit') ?? `${Math.min(usual, greatest)}`;
    const limit = /^\d{1,6}$/.test(value) ? Number(value) : 0;
    if (limit >= 1 && limit <= greatest) return limit;
    this.#wrong('limit', `must be a whole number from 1 to ${greatest}`);
    return usual;
  }

  moment(name: string, now: number): number | undefined {
    const value = this.#given.get(name);
    if (value === null) return undefined;
    const moment = momentOf(value, now);
    if (moment === undefined) this.#wrong(name, `must be ${momentForm}`);
    return moment;
  }

  position(name: string): Position | undefined {
    const value = this.#given.get(name);
    if (value === null) return undefined;
    const [, at, number] = /^(\d{1,15})-(\d{1,15})$/.exec(value) ?? [];
    if (at === undefined) this.#wrong(name, 'must be what an earlier answer has under next');
    return { at: Number(at), number: Number(number) };
  }

  checked<T>(value: T): Checked<T> {
    return this.problems.length > 0 ? { ok: false, problems: this.problems } : { ok: true, value };
  }

  #wrong(path: string, message: string): void {
    this.problems.push({ path, message });
  }

  #unknown(name: string, names: readonly string[]): void {
    const near = nearest(name, names);
    const path = name.slice(0, 64);
    const hint = near === undefined ? `there are ${names.join(', ')}` : `did you mean ${near}?`;
    this.problems.push({ path, message: 'unknown parameter', hint });
  }
}

export function readProbesQuery(given: URLSearchParams): Checked<ProbesQuery> {
  const parameters = new Parameters(given, ['limit', 'cursor']);
  const after = parameters.text('cursor');
  const limit = parameters.limit(most.probes);
  return parameters.checked({ limit, ...(after !== undefined && { after }) });
}

export function readResultsQuery(given: URLSearchParams, now: number): Checked<ResultsQuery> {
  const names = [
    ...['probe', 'request', 'since', 'until', 'limit', 'cursor', 'failed', 'bodies'],
  ] as const;
  const parameters = new Parameters(given, names);
  const probe = parameters.required('probe');
  const request = parameters.text('request');
  const since = parameters.moment('since', now);
  const until = parameters.moment('until', now);
  const failed = parameters.flag('failed');
  const bodies = parameters.flag('bodies');
  const limit = parameters.limit(bodies ? most.bodies : most.results);
  const after = parameters.position('cursor');
  return parameters.checked({
    probe,
    failed,
    bodies,
    limit,
    ...(request !== undefined && { request }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(after !== undefined && { after }),
  });
}

export function readSloQuery(given: URLSearchParams): Checked<{ readonly probe: string }> {
  const parameters = new Parameters(given, ['probe']);
  return parameters.checked({ probe: parameters.required('probe') });
}
