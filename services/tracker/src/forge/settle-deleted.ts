import { idOfKey } from '../record/id-of-key.ts';
import type { ForgeClient } from './forge-client.ts';
import { quoted } from './forge-errors.ts';
import type { Seen } from './forge-reader.ts';
import { readMarker, withMarker } from './marker.ts';
import type { RemoteIssue } from './remote-issue.ts';
import { stateEdit } from './settle-fields.ts';
import { lookAt, type Pairing, type Settlement } from './settlement.ts';

/** Closes the issue of a deleted ticket, with a comment that says why. What was closed already stays as it is. */
export async function settleDeleted(
  client: ForgeClient,
  { ticket, agreed, link }: Pairing,
  listed: Seen<RemoteIssue>,
): Promise<Settlement> {
  const isTold = agreed.deletedAt === ticket.deletedAt;
  const { value, at } = isTold ? listed : await client.getIssue(link.number);
  const isOpen = !isTold && value.state === 'open';
  const issue = isOpen ? await close(client, ticket.id, ticket.deletedBy ?? '', value) : value;
  return {
    ticket,
    before: agreed,
    issue: link,
    agreed: {
      ...agreed,
      state: isOpen ? 'cancelled' : agreed.state,
      deletedAt: ticket.deletedAt,
    },
    here: { addLabels: [], removeLabels: [] },
    comments: null,
    added: [],
    sent: isOpen,
    notes: isOpen ? ['it was deleted: its issue is closed'] : [],
    failures: [],
    seen: lookAt(issue, isOpen ? 0 : at),
  };
}

async function close(
  client: ForgeClient,
  ticket: string,
  by: string,
  issue: RemoteIssue,
): Promise<RemoteIssue> {
  const id = idOfKey('ticket', `forge-deleted:${ticket}`);
  const isNoted = await hasNotice(client, issue, id);
  if (!isNoted && !issue.locked) {
    const text = `The ticket of this issue was deleted in the tracker by \`${quoted(by).replaceAll('`', "'")}\`.`;
    await client.createComment(issue, withMarker(text, id));
  }
  return (await client.editIssue(issue, stateEdit('cancelled'))).value;
}

async function hasNotice(client: ForgeClient, issue: RemoteIssue, id: string): Promise<boolean> {
  if (issue.comments === 0) return false;
  const { value } = await client.listComments(issue);
  return value.some(({ author, body }) => author.trusted && readMarker(body).id === id);
}
