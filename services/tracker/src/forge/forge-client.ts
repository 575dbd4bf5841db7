import type { Octokit } from '@octokit/core';
import { TrackerError } from '../errors.ts';
import { connect } from './connect.ts';
import { ForgeRequestError, failureOf, forgeError, stopped } from './forge-errors.ts';
import type { ForgeRequest } from './forge-report.ts';
import { Patience } from './patience.ts';
import {
  parseComment,
  parseIssue,
  parseLogin,
  type RemoteComment,
  type RemoteIssue,
} from './remote-issue.ts';

/** Pages of a hundred that are read of one list. */
const mostPages = 200;

export interface IssueQuery {
  readonly state: 'open' | 'closed' | 'all';
  /** Only issues updated at or after it. */
  readonly since?: string | undefined;
  readonly labels?: string | undefined;
  /** Of the same query's last answer. */
  readonly etag?: string | undefined;
}

export interface IssueList {
  readonly issues: readonly RemoteIssue[];
  /** How many entries were no issues. */
  readonly unreadable: number;
  readonly etag: string | undefined;
  /** Milliseconds since 1970 on the forge's clock, when it answered. */
  readonly at: number;
}

export interface Seen<Value> {
  readonly value: Value;
  /** Milliseconds since 1970 on the forge's clock, when it answered. */
  readonly at: number;
}

export type IssueEdit = Readonly<
  Partial<{
    title: string;
    body: string;
    state: 'open' | 'closed';
    state_reason: 'completed' | 'not_planned' | 'reopened';
  }>
>;

type Parameters = Readonly<Record<string, unknown>>;

/**
 * The requests that the tracker makes. Rejects with ForgeRequestError for what concerns one issue, and with
 * TrackerError for what ends the sync: the token is refused, a limit takes too long, the signal ended.
 */
export class ForgeClient {
  readonly patience: Patience;
  requests = 0;
  notModified = 0;
  readonly #octokit: Octokit;
  readonly #paginate: (route: string, parameters: Parameters) => AsyncIterable<Answer>;
  readonly #request: ForgeRequest;
  #login: Promise<string | undefined> | undefined;

  private constructor(request: ForgeRequest, patience: Patience, connection: Connection) {
    this.#request = request;
    this.patience = patience;
    this.#octokit = connection.octokit;
    this.#paginate = connection.paginate;
  }

  static async open(request: ForgeRequest): Promise<ForgeClient> {
    const patience = new Patience(request.clock, request.signal, request.longestWait);
    return new ForgeClient(request, patience, await connect(request, patience));
  }

  /** Undefined where nothing changed since the ETag. Those updated last come first, so that none is missed. */
  async listIssues(query: IssueQuery): Promise<IssueList | undefined> {
    const { etag, since, labels, state } = query;
    const parameters = {
      ...this.#place(),
      state,
      sort: 'updated',
      direction: 'desc',
      per_page: 100,
      ...(since !== undefined && { since }),
      ...(labels !== undefined && { labels }),
      ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
    };
    try {
      const pages = await this.#pages('GET /repos/{owner}/{repo}/issues', parameters);
      const entries = pages.flatMap(page => listIn(page.data));
      const issues = entries.map(entry => this.#parsed(entry)).filter(issue => issue !== undefined);
      return {
        issues,
        unreadable: entries.length - issues.length,
        etag: pages[0]?.headers.etag,
        at: this.#timeOf(pages[0]),
      };
    } catch (error) {
      const kind = error instanceof ForgeRequestError ? error.failure.kind : undefined;
      if (kind === 'notModified') return undefined;
      throw error instanceof ForgeRequestError ? forgeError(error.failure, undefined) : error;
    }
  }

  async getIssue(number: number): Promise<Seen<RemoteIssue>> {
    const answer = await this.#read('GET /repos/{owner}/{repo}/issues/{issue_number}', {
      ...this.#place(),
      issue_number: number,
    });
    return this.#issueIn(answer);
  }

  async createIssue(title: string, body: string): Promise<Seen<RemoteIssue>> {
    return this.#issueIn(
      await this.#write('POST /repos/{owner}/{repo}/issues', { ...this.#place(), title, body }),
    );
  }

  async editIssue(issue: RemoteIssue, edit: IssueEdit): Promise<Seen<RemoteIssue>> {
    const route = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';
    return this.#issueIn(await this.#write(route, { ...placeOf(issue), ...edit }));
  }

  /** The labels that it then has. */
  async addLabels(issue: RemoteIssue, labels: readonly string[]): Promise<readonly string[]> {
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';
    const { data } = await this.#write(route, { ...placeOf(issue), labels });
    return listIn(data).flatMap(label => {
      const name = nameIn(label);
      return name === undefined ? [] : [name];
    });
  }

  async removeLabel(issue: RemoteIssue, name: string): Promise<void> {
    const route = 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}';
    await this.#unlessGone(this.#write(route, { ...placeOf(issue), name }));
  }

  /** The issue as it then is: a login that may not be assigned is passed over silently. */
  async addAssignee(issue: RemoteIssue, login: string): Promise<Seen<RemoteIssue>> {
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees';
    return this.#issueIn(await this.#write(route, { ...placeOf(issue), assignees: [login] }));
  }

  async removeAssignee(issue: RemoteIssue, login: string): Promise<Seen<RemoteIssue>> {
    const route = 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees';
    return this.#issueIn(await this.#write(route, { ...placeOf(issue), assignees: [login] }));
  }

  async listComments(issue: RemoteIssue): Promise<Seen<readonly RemoteComment[]>> {
    const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const pages = await this.#pages(route, { ...placeOf(issue), per_page: 100 });
    const value = pages
      .flatMap(page => listIn(page.data))
      .map(parseComment)
      .filter(comment => comment !== undefined);
    return { value, at: this.#timeOf(pages[0]) };
  }

  /** Undefined where it is gone. */
  async getComment(issue: RemoteIssue, id: number): Promise<RemoteComment | undefined> {
    const route = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}';
    const answer = await this.#unlessGone(this.#read(route, { ...placeOf(issue), comment_id: id }));
    return answer && parseComment(answer.data);
  }

  async createComment(issue: RemoteIssue, body: string): Promise<RemoteComment> {
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const comment = parseComment((await this.#write(route, { ...placeOf(issue), body })).data);
    if (comment === undefined) throw unreadable();
    return comment;
  }

  async editComment(issue: RemoteIssue, id: number, body: string): Promise<void> {
    const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
    await this.#write(route, { ...placeOf(issue), comment_id: id, body });
  }

  async deleteComment(issue: RemoteIssue, id: number): Promise<void> {
    const route = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';
    await this.#unlessGone(this.#write(route, { ...placeOf(issue), comment_id: id }));
  }

  /** The full name of the repository, which tells a renamed one; throws where there is none. */
  async repositoryName(): Promise<string> {
    try {
      const { data } = await this.#read('GET /repos/{owner}/{repo}', this.#place());
      return textIn(data, 'full_name') ?? this.#request.repo;
    } catch (error) {
      throw error instanceof ForgeRequestError ? forgeError(error.failure, undefined) : error;
    }
  }

  /** Whose token it is; undefined for that of an app, which is nobody's. */
  login(): Promise<string | undefined> {
    this.#login ??= this.#readLogin();
    return this.#login;
  }

  async #readLogin(): Promise<string | undefined> {
    try {
      const { data } = await this.#octokit.request('GET /user');
      this.requests += 1;
      return parseLogin(data);
    } catch (error) {
      const { kind } = failureOf(error);
      if (kind === 'denied' || kind === 'gone') return undefined;
      throw this.#sorted(error);
    }
  }

  async #pages(route: string, parameters: Parameters): Promise<readonly Answer[]> {
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

  async #read(route: string, parameters: Parameters): Promise<Answer> {
    return await this.#answered(() => this.#octokit.request(route, { ...parameters }));
  }

  /** Never repeated by itself: its answer may have been lost after it was done. Whoever asked looks again first. */
  async #write(route: string, parameters: Parameters): Promise<Answer> {
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

  async #unlessGone(answer: Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ForgeRequestError && error.failure.kind === 'gone') return undefined;
      throw error;
    }
  }

  #issueIn(answer: Answer): Seen<RemoteIssue> {
    const value = this.#parsed(answer.data);
    if (value === undefined) throw unreadable();
    return { value, at: this.#timeOf(answer) };
  }

  #parsed(data: unknown): RemoteIssue | undefined {
    const issue = parseIssue(data);
    return issue && { ...issue, repo: issue.repo || this.#request.repo };
  }

  #timeOf(answer: Answer | undefined): number {
    const time = Date.parse(answer?.headers.date ?? '');
    return Number.isNaN(time) ? this.#request.clock.now() : time;
  }

  #place(): { owner: string; repo: string } {
    return splitRepo(this.#request.repo);
  }
}

/** What octokit answers. */
export interface Answer {
  readonly status: number;
  readonly headers: { readonly etag?: string | undefined; readonly date?: string | undefined };
  readonly data: unknown;
}

export interface Connection {
  readonly octokit: Octokit;
  readonly paginate: (route: string, parameters: Parameters) => AsyncIterable<Answer>;
}

function placeOf(issue: RemoteIssue): { owner: string; repo: string; issue_number: number } {
  return { ...splitRepo(issue.repo), issue_number: issue.number };
}

function splitRepo(full: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = full.split('/');
  return { owner, repo };
}

function listIn(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : [];
}

function nameIn(value: unknown): string | undefined {
  return textIn(value, 'name');
}

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return typeof found === 'string' ? found : undefined;
}

function unreadable(): ForgeRequestError {
  return new ForgeRequestError({ kind: 'invalid', said: 'its answer is no issue' }, false);
}

function tooMany(): ForgeRequestError {
  const said = `it lists more than ${mostPages} pages`;
  return new ForgeRequestError({ kind: 'invalid', said }, false);
}
