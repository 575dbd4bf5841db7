import { ForgeRequestError, forgeError } from './forge-errors.ts';
import type { ForgeRequest } from './forge-report.ts';
import { type Answer, ForgeTransport } from './forge-transport.ts';
import {
  parseComment,
  parseIssue,
  parseLogin,
  type RemoteComment,
  type RemoteIssue,
} from './remote-issue.ts';

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

/** What the tracker asks of the forge. Rejects as ForgeTransport does. */
export class ForgeReader {
  readonly transport: ForgeTransport;
  #login: Promise<string | undefined> | undefined;

  constructor(request: ForgeRequest) {
    this.transport = new ForgeTransport(request);
  }

  /** Undefined where nothing changed since the ETag. Those updated last come first, so that none is missed. */
  async listIssues(query: IssueQuery): Promise<IssueList | undefined> {
    const { etag, since, labels, state } = query;
    const parameters = {
      ...splitRepo(this.transport.repo),
      state,
      sort: 'updated',
      direction: 'desc',
      per_page: 100,
      ...(since !== undefined && { since }),
      ...(labels !== undefined && { labels }),
      ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
    };
    try {
      const pages = await this.transport.pages('GET /repos/{owner}/{repo}/issues', parameters);
      const entries = pages.flatMap(page => listIn(page.data));
      const issues = entries.map(entry => this.#parsed(entry)).filter(issue => issue !== undefined);
      return {
        issues,
        unreadable: entries.length - issues.length,
        etag: pages[0]?.headers.etag,
        at: this.transport.timeOf(pages[0]),
      };
    } catch (error) {
      const kind = error instanceof ForgeRequestError ? error.failure.kind : undefined;
      if (kind === 'notModified') return undefined;
      throw error instanceof ForgeRequestError ? forgeError(error.failure, undefined) : error;
    }
  }

  async getIssue(number: number): Promise<Seen<RemoteIssue>> {
    const answer = await this.transport.read('GET /repos/{owner}/{repo}/issues/{issue_number}', {
      ...splitRepo(this.transport.repo),
      issue_number: number,
    });
    return this.issueIn(answer);
  }

  async hasIssue(number: number): Promise<boolean> {
    return (await this.transport.unlessGone(this.getIssue(number))) !== undefined;
  }

  async listComments(issue: RemoteIssue): Promise<Seen<readonly RemoteComment[]>> {
    const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const pages = await this.transport.pages(route, { ...placeOf(issue), per_page: 100 });
    const value = pages.flatMap(page => listIn(page.data)).map(commentIn);
    return { value, at: this.transport.timeOf(pages[0]) };
  }

  /** Undefined where it is gone. */
  async getComment(issue: RemoteIssue, id: number): Promise<RemoteComment | undefined> {
    const route = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}';
    const answer = await this.transport.unlessGone(
      this.transport.read(route, { ...placeOf(issue), comment_id: id }),
    );
    return answer && commentIn(answer.data);
  }

  /** The full name of the repository, which tells a renamed one; throws where there is none. */
  async repositoryName(): Promise<string> {
    try {
      const { data } = await this.transport.read(
        'GET /repos/{owner}/{repo}',
        splitRepo(this.transport.repo),
      );
      return textIn(data, 'full_name') ?? this.transport.repo;
    } catch (error) {
      throw error instanceof ForgeRequestError ? forgeError(error.failure, undefined) : error;
    }
  }

  /** Whose token it is; undefined for that of an app, which is nobody's. */
  login(): Promise<string | undefined> {
    this.#login ??= this.#readLogin().catch(error => {
      this.#login = undefined;
      throw error;
    });
    return this.#login;
  }

  async #readLogin(): Promise<string | undefined> {
    const answer = await this.transport.readAllowed('GET /user');
    return answer && parseLogin(answer.data);
  }

  protected issueIn(answer: Answer): Seen<RemoteIssue> {
    const value = this.#parsed(answer.data);
    if (value === undefined) throw unreadable();
    return { value, at: this.transport.timeOf(answer) };
  }

  #parsed(data: unknown): RemoteIssue | undefined {
    const issue = parseIssue(data);
    return issue && { ...issue, repo: issue.repo || this.transport.repo };
  }
}

export function placeOf(issue: RemoteIssue): { owner: string; repo: string; issue_number: number } {
  return { ...splitRepo(issue.repo), issue_number: issue.number };
}

export function splitRepo(full: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = full.split('/');
  return { owner, repo };
}

/** What is no list must not pass for an empty one: what it does not hold would count as gone. */
export function listIn(data: unknown): readonly unknown[] {
  if (!Array.isArray(data)) throw unreadable();
  return data;
}

export function commentIn(data: unknown): RemoteComment {
  const comment = parseComment(data);
  if (comment === undefined) throw unreadable();
  return comment;
}

export function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return typeof found === 'string' ? found : undefined;
}

function unreadable(): ForgeRequestError {
  return new ForgeRequestError({ kind: 'invalid', said: 'its answer cannot be read' }, false);
}
