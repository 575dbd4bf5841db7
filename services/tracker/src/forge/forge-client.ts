import {
  commentIn,
  ForgeReader,
  listIn,
  placeOf,
  type Seen,
  splitRepo,
  textIn,
} from './forge-reader.ts';
import type { RemoteComment, RemoteIssue } from './remote-issue.ts';

export type IssueEdit = Readonly<
  Partial<{
    title: string;
    body: string;
    state: 'open' | 'closed';
    state_reason: 'completed' | 'not_planned' | 'reopened';
  }>
>;

/** What the tracker asks and has done on the forge. */
export class ForgeClient extends ForgeReader {
  async createIssue(title: string, body: string): Promise<Seen<RemoteIssue>> {
    return this.issueIn(
      await this.transport.write('POST /repos/{owner}/{repo}/issues', {
        ...splitRepo(this.transport.repo),
        title,
        body,
      }),
    );
  }

  async editIssue(issue: RemoteIssue, edit: IssueEdit): Promise<Seen<RemoteIssue>> {
    const route = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';
    return this.issueIn(await this.transport.write(route, { ...placeOf(issue), ...edit }));
  }

  /** The labels that it then has. */
  async addLabels(issue: RemoteIssue, labels: readonly string[]): Promise<readonly string[]> {
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';
    const { data } = await this.transport.write(route, { ...placeOf(issue), labels });
    return listIn(data).flatMap(label => {
      const name = textIn(label, 'name');
      return name === undefined ? [] : [name];
    });
  }

  async removeLabel(issue: RemoteIssue, name: string): Promise<void> {
    const route = 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}';
    await this.transport.unlessGone(this.transport.write(route, { ...placeOf(issue), name }));
  }

  /** The issue as it then is: a login that may not be assigned is passed over silently. */
  async addAssignee(issue: RemoteIssue, login: string): Promise<Seen<RemoteIssue>> {
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/assignees';
    return this.issueIn(
      await this.transport.write(route, { ...placeOf(issue), assignees: [login] }),
    );
  }

  async removeAssignee(issue: RemoteIssue, login: string): Promise<Seen<RemoteIssue>> {
    const route = 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees';
    return this.issueIn(
      await this.transport.write(route, { ...placeOf(issue), assignees: [login] }),
    );
  }

  async createComment(issue: RemoteIssue, body: string): Promise<RemoteComment> {
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const { data } = await this.transport.write(route, { ...placeOf(issue), body });
    return commentIn(data);
  }

  async editComment(issue: RemoteIssue, id: number, body: string): Promise<void> {
    const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
    await this.transport.write(route, { ...placeOf(issue), comment_id: id, body });
  }

  async deleteComment(issue: RemoteIssue, id: number): Promise<void> {
    const route = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}';
    await this.transport.unlessGone(
      this.transport.write(route, { ...placeOf(issue), comment_id: id }),
    );
  }
}
