import type { Board } from '../board/board.ts';
import type { Transaction } from '../board/transaction.ts';
import { recordById } from '../cache/find-record.ts';
import { TrackerError } from '../errors.ts';
import type { Ticket } from '../record/record.ts';
import { markedAmong } from './create-issue.ts';
import { ForgeClient } from './forge-client.ts';
import { ForgeRequestError, forgeError, isGone } from './forge-errors.ts';
import type { ForgeImportRequest, ForgeNote } from './forge-report.ts';
import { readLinked } from './linked-tickets.ts';
import { readMarker } from './marker.ts';
import type { RemoteIssue } from './remote-issue.ts';
import { type Arrival, readArrival, takeArrival } from './take-issue.ts';

/** What bringing issues in as tickets did. */
export interface ForgeImportReport {
  readonly repo: string;
  /** The tickets of the issues that were asked for, those that were there before as well, in order of the issues. */
  readonly items: readonly Ticket[];
  /** How many of them are new. */
  readonly created: number;
  readonly notes: readonly ForgeNote[];
  readonly failures: readonly ForgeNote[];
}

/** Issues whose comments are read before they are written in one commit. */
const batch = 25;

/**
 * Brings issues in as tickets that follow them from then on. An issue that has its ticket keeps it: the id of a ticket
 * is made of its issue's name, so that two clones that bring in the same issue make the same ticket.
 */
export async function importIssues(
  board: Board,
  request: ForgeImportRequest,
  write: Write = plan => board.write(request.actor, plan),
): Promise<ForgeImportReport> {
  const client = new ForgeClient(request);
  const run: Run = {
    board,
    request,
    client,
    write,
    tickets: new Map(),
    notes: [],
    failures: [],
    created: 0,
  };
  const issues = (await wanted(run)).toSorted((one, other) => one.number - other.number);
  const { fresh, owners } = await unknown(run, issues);
  for (let at = 0; at < fresh.length; at += batch) {
    await takeIn(run, fresh.slice(at, at + batch), owners);
  }
  const items = issues.flatMap(({ number }) => {
    const record = recordById(board.cache, run.tickets.get(number) ?? '');
    return record?.type === 'ticket' ? [record] : [];
  });
  const { notes, failures, created } = run;
  return { repo: request.repo, items, created, notes, failures };
}

type Write = <Result>(plan: (transaction: Transaction) => Result) => Promise<Result>;

interface Run {
  readonly board: Board;
  readonly write: Write;
  readonly request: ForgeImportRequest;
  readonly client: ForgeClient;
  /** The ids of the tickets, by the numbers of the issues. */
  readonly tickets: Map<number, string>;
  readonly notes: ForgeNote[];
  readonly failures: ForgeNote[];
  created: number;
}

async function wanted({ client, request, failures }: Run): Promise<readonly RemoteIssue[]> {
  const { which } = request;
  if (!('issue' in which)) {
    const { state, label } = which;
    const list = await client.listIssues({ state, labels: label });
    if (list === undefined) return [];
    if (list.unreadable > 0) {
      const text = `${list.unreadable} of the listed issues could not be read`;
      failures.push({ ticket: null, issue: null, text });
    }
    return list.issues.filter(issue => !issue.isPullRequest);
  }
  const issue = await oneIssue(client, which.issue);
  if (!issue.isPullRequest) return [issue];
  throw new TrackerError('INVALID', `number ${which.issue} is a pull request on the forge`, {
    remedy: 'name it with --linked-pull-requests at the ticket it belongs to',
  });
}

async function oneIssue(client: ForgeClient, number: number): Promise<RemoteIssue> {
  try {
    return (await client.getIssue(number)).value;
  } catch (error) {
    if (!(error instanceof ForgeRequestError)) throw error;
    if (!isGone(error)) throw forgeError(error.failure, undefined);
    const name = await client.repositoryName();
    throw new TrackerError('NOT_FOUND', `${name} has no issue ${number}`, {
      remedy: '`tracker ticket import-forge --all` brings in those that are there',
    });
  }
}

interface Unknown {
  readonly fresh: readonly RemoteIssue[];
  /** The tickets that issues were made for, by the numbers of the issues. */
  readonly owners: ReadonlyMap<number, string>;
}

/** The issues that are linked to no ticket yet. */
async function unknown(run: Run, issues: readonly RemoteIssue[]): Promise<Unknown> {
  const { board, client, request, tickets } = run;
  for (const { ticket, link } of readLinked(board.cache, request.repo)) {
    if (!tickets.has(link.number)) tickets.set(link.number, ticket.id);
  }
  const fresh = issues.filter(({ number }) => !tickets.has(number));
  const markers = new Set(fresh.flatMap(({ body }) => readMarker(body).id ?? []));
  const marked = await markedAmong(client, fresh, markers);
  const owners = new Map([...marked].map(([id, issue]) => [issue.number, id]));
  const known = fresh.filter(({ number }) => {
    const id = owners.get(number);
    if (id === undefined || recordById(board.cache, id)?.type === 'ticket') return true;
    const text =
      'was made for a ticket that this clone does not have: sync with the Git remote first';
    run.notes.push({ ticket: null, issue: number, text });
    return false;
  });
  return { fresh: known, owners };
}

async function takeIn(
  run: Run,
  issues: readonly RemoteIssue[],
  owners: Unknown['owners'],
): Promise<void> {
  const arrivals: Arrival[] = [];
  for (const issue of issues) {
    try {
      arrivals.push(await readArrival(run.client, issue, owners.get(issue.number)));
    } catch (error) {
      if (!(error instanceof ForgeRequestError)) throw error;
      const said = 'said' in error.failure ? error.failure.said : error.failure.kind;
      run.failures.push({ ticket: null, issue: issue.number, text: `was left out: ${said}` });
    }
  }
  const taken = await run.write(transaction => {
    const results = arrivals.map(arrival => ({
      arrival,
      ...takeArrival(transaction, run.request.repo, arrival),
    }));
    transaction.summary = `forge: ${arrivals.length} issues`;
    return results;
  });
  for (const { arrival, ticket, isNew } of taken) {
    const issue = arrival.issue.number;
    run.tickets.set(issue, ticket.id);
    if (isNew) run.created += 1;
    const texts = [...arrival.view.faults];
    if (ticket.deletedAt !== null)
      texts.push('its ticket was deleted: `tracker ticket restore` brings it back');
    for (const text of texts) run.notes.push({ ticket: ticket.number, issue, text });
  }
}
