import type { Octokit } from '@octokit/core';
import { TrackerError } from '../errors.ts';
import { connect } from './connect.ts';
import { ForgeRequestError, failureOf, forgeError, stopped } from './forge-errors.ts';
import type { ForgeRequest } from './forge-report.ts';
import { Patience } from './patience.ts';

/** Pages of a hundred that are read of one list. */
const mostPages = 200;

/** What octokit answers. */
export interface Answer {
  readonly status: number;
  readonly headers: { readonly etag?: string | undefined; readonly date?: string | undefined };
  readonly data: unknown;
}

export type Parameters = Readonly<Record<string, unknown>>;

export interface Connection {
  readonly octokit: Octokit;
  readonly paginate: (route: string, parameters: Parameters) => AsyncIterable<Answer>;
}

/**
 * Sends requests, counts them, and sorts what became of them. Rejects with ForgeRequestError for what concerns one
 * issue, and with TrackerError for what ends the sync: the token is refused, a limit takes too long, the signal ended.
 */
export class ForgeTransport {
  readonly patience: Patience;
  requests = 0;
  notModified = 0;
  readonly #request: ForgeRequest;
  readonly #octokit: Octokit;
  readonly #paginate: Connection['paginate'];

  constructor(request: ForgeRequest) {
    this.#request = request;
    this.patience = new Patience(request.clock, request.signal, request.longestWait);
    const { octokit, paginate } = connect(request, this.patience);
    this.#octokit = octokit;
    this.#paginate = paginate;
  }

  /** `owner/name` of the repository that was asked for. */
  get repo(): string {
    return this.#request.repo;
  }

  /** All pages of a list. */
  async pages(route: string, parameters: Parameters): Promise<readonly Answer[]> {
    const pages: Answer[] = [];
    try {
      for await (const page of this.#paginate(route, parameters)) {
        this.requests += 1;
        pages.push(page);
        if (pages.length > mostPages) throw tooMany();
      }
    } catch (error) {
      throw this.#sorted(error);
    }
    return pages;
  }

  async read(route: string, parameters: Parameters): Promise<Answer> {
    return await this.#answered(() => this.#octokit.request(route, { ...parameters }));
  }

  /** Undefined where the token may not ask this, which ends no sync, or where there is no such thing. */
  async readAllowed(route: string): Promise<Answer | undefined> {
    try {
      const answer: Answer = await this.#octokit.request(route);
      this.requests += 1;
      return answer;
    } catch (error) {
      const { kind } = failureOf(error);
      if (kind !== 'denied' && kind !== 'gone') throw this.#sorted(error);
      this.requests += 1;
      return undefined;
    }
  }

  /** Never repeated by itself: its answer may have been lost after it was done. Whoever asked looks again first. */
  async write(route: string, parameters: Parameters): Promise<Answer> {
    await this.patience.beforeWrite();
    const answer = await this.#answered(
      () => this.#octokit.request(route, { ...parameters, request: { retries: 0 } }),
      true,
    );
    if (answer.status >= 300) {
      throw new ForgeRequestError({ kind: 'transient', said: 'it has moved meanwhile' }, true);
    }
    return answer;
  }

  async #answered(send: () => Promise<Answer>, isWrite = false): Promise<Answer> {
    try {
      const answer = await send();
      this.requests += 1;
      return answer;
    } catch (error) {
      throw this.#sorted(error, isWrite);
    }
  }

  #sorted(error: unknown, isWrite = false): Error {
    if (error instanceof TrackerError || error instanceof ForgeRequestError) return error;
    if (this.#request.signal.aborted) return stopped(error);
    const failure = failureOf(error);
    this.requests += 1;
    if (failure.kind === 'notModified') this.notModified += 1;
    const { refusedUntil } = this.patience;
    const isEnd = failure.kind === 'limited' || failure.kind === 'denied';
    return isEnd
      ? forgeError(failure, refusedUntil)
      : new ForgeRequestError(failure, isWrite, error);
  }

  /** Undefined where there is no such thing (any more). */
  async unlessGone<Value>(answer: Promise<Value>): Promise<Value | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ForgeRequestError && error.failure.kind === 'gone') return undefined;
      throw error;
    }
  }

  /** Milliseconds since 1970 on the forge's clock, when it answered. */
  timeOf(answer: Answer | undefined): number {
    const time = Date.parse(answer?.headers.date ?? '');
    return Number.isNaN(time) ? this.#request.clock.now() : time;
  }
}

function tooMany(): ForgeRequestError {
  const said = `it lists more than ${mostPages} pages`;
  return new ForgeRequestError({ kind: 'invalid', said }, false);
}
