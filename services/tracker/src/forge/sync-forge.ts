import type { Board } from '../board/board.ts';
import { recordById } from '../cache/find-record.ts';
import { TrackerError } from '../errors.ts';
import { closedStatuses } from '../record/fields.ts';
import type { Ticket } from '../record/record.ts';
import { isChangedHere } from './changed-here.ts';
import { createIssue, findMarked, firstAgreement, firstTexts } from './create-issue.ts';
import { type Agreed, digestOf, nothingAgreed, writeAgreed } from './forge-base.ts';
import { ForgeClient } from './forge-client.ts';
import type { IssueList, Seen } from './forge-reader.ts';
import type { ForgeSyncReport, ForgeSyncRequest } from './forge-report.ts';
import {
  type ForgeState,
  readForgeState,
  withCreating,
  withLook,
  writeForgeState,
} from './forge-state.ts';
import { type LinkedTicket, readLinked, readLinkedTicket, readUnlinked } from './linked-tickets.ts';
import { patiently, Recorder } from './recorder.ts';
import type { RemoteIssue } from './remote-issue.ts';
import { settleTicket } from './settle-ticket.ts';

/** Entries of a list up to which its `since` stays, so that its ETag keeps its worth. */
const fewEntries = 30;

/**
 * Keeps tickets and the issues that they are linked to in step. What one side changed since both last agreed is
 * carried to the other; nothing that only one side changed is lost, and what loses a conflict is kept as a comment.
 * Throws AUTH or FORGE_FAILED when the forge cannot be worked with; what concerns one ticket is in the report.
 */
export async function syncForge(board: Board, request: ForgeSyncRequest): Promise<ForgeSyncReport> {
  const client = new ForgeClient(request);
  const recorder = new Recorder(board, request.actor);
  const run: Run = {
    board,
    request,
    client,
    recorder,
    state: await readForgeState(board, request),
  };
  try {
    await (request.mode === 'full' ? syncAll(run) : syncChanged(run));
  } finally {
    await recorder.flush();
    for (const issue of recorder.unrecorded) run.state = withLook(run.state, issue, null);
    await writeForgeState(board, request, run.state);
  }
  const { requests, notModified } = client.transport;
  return { repo: request.repo, ...recorder.counts, requests, notModified };
}

interface Run {
  readonly board: Board;
  readonly request: ForgeSyncRequest;
  readonly client: ForgeClient;
  readonly recorder: Recorder;
  state: ForgeState;
}

async function syncAll(run: Run): Promise<void> {
  const linked = eachIssueOnce(run, readLinked(run.board.cache, run.request.repo));
  if (linked.length === 0 && waitingTickets(run).length === 0) return;
  const list = linked.length === 0 ? undefined : await listNews(run, linked);
  const listed = new Map(list?.issues.map(issue => [issue.number, { value: issue, at: list.at }]));
  for (const pairing of linked) {
    const seen = listed.get(pairing.link.number);
    if (isDue(run.state, pairing, seen)) await carry(run, pairing, seen);
  }
  await createAll(run);
}

async function syncChanged(run: Run): Promise<void> {
  const linked = eachIssueOnce(run, readLinked(run.board.cache, run.request.repo));
  for (const pairing of linked) {
    if (isChangedHere(pairing.ticket, pairing.agreed)) await carry(run, pairing, undefined);
  }
  await createAll(run);
}

/** Tickets to be given an issue, and those that an earlier sync may have made one for without linking it. */
function waitingTickets({ board, request, state }: Run): readonly Ticket[] {
  const open = request.createIssues ? readUnlinked(board.cache) : [];
  const begun = [...state.creating.keys()].filter(id => !open.some(ticket => ticket.id === id));
  return [...open, ...begun.flatMap(id => unlinkedTicket(board, id) ?? [])];
}

function unlinkedTicket(board: Board, id: string): Ticket | undefined {
  const record = recordById(board.cache, id);
  return record?.type === 'ticket' && record.forgeIssue === null ? record : undefined;
}

/** One issue follows one ticket: the first of those that two clones made of it. */
function eachIssueOnce(run: Run, linked: readonly LinkedTicket[]): readonly LinkedTicket[] {
  const first = new Map<number, LinkedTicket>();
  for (const pairing of linked) {
    const other = first.get(pairing.link.number);
    if (other === undefined) first.set(pairing.link.number, pairing);
    else if (pairing.ticket.deletedAt === null) {
      const text = `is linked to the same issue as ticket ${other.ticket.number}, which alone follows it`;
      run.recorder.note(pairing.ticket, pairing.link.number, text);
    }
  }
  return [...first.values()];
}

function isDue(
  state: ForgeState,
  { ticket, link, agreed }: LinkedTicket,
  seen: Seen<RemoteIssue> | undefined,
): boolean {
  const looked = state.looked.get(link.number);
  if (looked === undefined || isChangedHere(ticket, agreed)) return true;
  return seen !== undefined && seen.value.updatedAt !== looked;
}

/** The issues that changed since this clone looked last; undefined where none did. */
async function listNews(run: Run, linked: readonly LinkedTicket[]): Promise<IssueList | undefined> {
  const { state, client } = run;
  const unlooked = linked.filter(({ link }) => !state.looked.has(link.number));
  const bounds = unlooked.map(
    ({ link, agreed }) => state.unsettled.get(link.number) ?? agreed.updatedAt ?? '',
  );
  const since = [...(state.since === null ? [] : [state.since]), ...bounds].toSorted().at(0) ?? '';
  const etag = unlooked.length === 0 && since === state.since ? state.etag : null;
  const list = await client.listIssues({
    state: 'all',
    since: since || undefined,
    etag: etag ?? undefined,
  });
  if (list === undefined) return undefined;
  if (list.unreadable > 0) {
    run.recorder.fail(null, null, `${list.unreadable} of the listed issues could not be read`);
  }
  const latest = list.issues[0]?.updatedAt;
  const isMany = list.issues.length > fewEntries && latest !== undefined;
  run.state = isMany
    ? { ...state, since: latest, etag: null }
    : { ...state, since: since || null, etag: since === '' ? null : (list.etag ?? null) };
  return list;
}

async function carry(
  run: Run,
  pairing: LinkedTicket,
  listed: Seen<RemoteIssue> | undefined,
): Promise<void> {
  const { client, board, recorder } = run;
  const { number } = pairing.link;
  const lookedAt = run.state.looked.get(number);
  // Until it is looked at to the end, the next sync has to.
  run.state = withLook(run.state, number, unfinished(number, listed, pairing));
  await recorder.guard(pairing.ticket, number, async () => {
    const settlement = await patiently(client, again =>
      settleTicket(client, board.cache, {
        ...pairing,
        listed: again ? undefined : listed,
        lookedAt,
      }),
    );
    await recorder.add(settlement);
    const { seen, failures } = settlement;
    run.state = withLook(
      run.state,
      number,
      seen && { ...seen, settled: seen.settled && failures.length === 0 },
    );
  });
}

function unfinished(
  number: number,
  listed: Seen<RemoteIssue> | undefined,
  { agreed }: LinkedTicket,
): { number: number; updatedAt: string; settled: boolean } | null {
  const updatedAt = listed?.value.updatedAt ?? agreed.updatedAt;
  return updatedAt === null ? null : { number, updatedAt, settled: false };
}

async function createAll(run: Run): Promise<void> {
  const tickets = waitingTickets(run);
  if (tickets.length === 0) return;
  const found = await findMarked(run.client, tickets);
  for (const ticket of tickets) {
    await run.recorder.guard(ticket, null, async () => {
      const issue = found.get(ticket.id);
      const isWanted = run.request.createIssues && isOpen(ticket);
      if (issue !== undefined) await link(run, ticket, issue, agreementWith(run, ticket));
      else if (isWanted) await create(run, ticket);
      else run.state = withCreating(run.state, ticket.id, undefined);
    });
  }
}

function isOpen({ status, deletedAt }: Ticket): boolean {
  return deletedAt === null && !closedStatuses.includes(status);
}

/** An issue that was found is as it was made, as far as this clone remembers making it. */
function agreementWith({ state }: Run, { id }: Ticket): Agreed {
  const texts = state.creating.get(id);
  return texts === undefined ? nothingAgreed : firstAgreement(texts);
}

async function create(run: Run, ticket: Ticket): Promise<void> {
  const { board, client, request, recorder } = run;
  const texts = firstTexts(ticket);
  const digests = { title: digestOf(texts.title), body: digestOf(texts.body) };
  run.state = withCreating(run.state, ticket.id, digests);
  // What it remembers to have looked at must be on the board first.
  await recorder.flush();
  await writeForgeState(board, request, run.state);
  const issue = await createIssue(client, ticket, texts);
  recorder.noteCreated();
  await link(run, ticket, issue, firstAgreement(digests));
}

/** Recorded at once: what was made there must not be made again. */
async function link(run: Run, ticket: Ticket, issue: RemoteIssue, agreed: Agreed): Promise<void> {
  const { board, request } = run;
  const { number, url } = issue;
  await board.write(request.actor, transaction => {
    transaction.add('ticket', ticket.id, {
      op: 'link-forge',
      // The name it was asked under: a renamed repository stays known by it.
      issue: { repo: request.repo, number, url },
      base: writeAgreed({ ...agreed, updatedAt: issue.createdAt }),
    });
  });
  run.state = withCreating(run.state, ticket.id, undefined);
  const pairing = readLinkedTicket(board.cache, ticket.id);
  if (pairing === undefined) throw new TrackerError('INTERNAL', 'a link was not recorded');
  await carry(run, pairing, { value: issue, at: 0 });
}
