import type { Board } from '../board/board.ts';
import type { Transaction } from '../board/transaction.ts';
import { eventsOf } from '../cache/apply-events.ts';
import { textOf } from '../cache/cache.ts';
import { nextNumber, recordById } from '../cache/find-record.ts';
import type { TrackerEvent } from '../event/event.ts';
import { type Folded, foldRecord } from '../event/fold.ts';
import type { TrackerRecord } from '../record/record.ts';
import type { SyncReport } from './sync-report.ts';

/** What the remote does not have yet, and what it has given numbers to since we last looked. */
export interface Differences {
  /** Events that we have and the remote has not. */
  readonly unsent: readonly TrackerEvent[];
  /** Events that came just now. */
  readonly received: readonly TrackerEvent[];
}

export type Renumbered = SyncReport['renumbered'];

/**
 * Sees to it that no number is pushed which another record has or had on the remote. What the remote has keeps the
 * number that it has there; what it has not is given a new one, in the order in which it was made.
 */
export async function settleNumbers(
  board: Board,
  actor: string,
  differences: Differences,
): Promise<Renumbered> {
  if (!differences.unsent.some(givesNumber)) return [];
  return await board.write(actor, transaction => {
    transaction.summary = 'numbers';
    return planNumbers(transaction, differences);
  });
}

/** A record that we have given a number which the remote does not know of. */
interface Candidate {
  readonly record: TrackerRecord;
  /** As the remote has it; undefined where it has not. */
  readonly remote: Folded | undefined;
  /** The event that made it: records are settled in this order. */
  readonly made: string;
  /** Whether we have given it another number since, knowing which the remote had given it. */
  readonly knowingly: boolean;
}

function planNumbers(transaction: Transaction, differences: Differences): Renumbered {
  const candidates = findCandidates(transaction, differences);
  const remotes = new Map(candidates.map(({ record, remote }) => [record.id, remote]));
  const settled = new Map<string, number>();
  const isTakenBy = (id: string, number: number): boolean => {
    if (settled.get(id) === number || !remotes.has(id)) return true;
    return remotes.get(id)?.numbers.includes(number) === true;
  };
  const renumbered: Renumbered[number][] = [];
  for (const candidate of candidates) {
    const { record } = candidate;
    const isTaken = (number: number): boolean =>
      holdersOf(transaction, record, number).some(id => isTakenBy(id, number));
    const number = settledNumber(transaction, candidate, isTaken);
    settled.set(record.id, number);
    if (number === record.number) continue;
    transaction.add(record.type, record.id, { op: 'renumber', number });
    renumbered.push({ id: record.id, type: record.type, from: record.number, to: number });
  }
  return renumbered;
}

function settledNumber(
  transaction: Transaction,
  { record, remote, knowingly }: Candidate,
  isTaken: (number: number) => boolean,
): number {
  if (remote === undefined) {
    return isTaken(record.number) ? nextNumber(transaction.cache, record.type) : record.number;
  }
  return knowingly && !isTaken(record.number) ? record.number : remote.record.number;
}

function findCandidates(
  { cache }: Transaction,
  { unsent, received }: Differences,
): readonly Candidate[] {
  const unsentIds = new Set(unsent.map(event => event.id));
  const numbering = unsent.filter(givesNumber);
  const renumberedHere = idsOf(numbering.filter(event => event.op === 'renumber'));
  const numberedThere = idsOf(received.filter(givesNumber));
  const candidates = [...idsOf(numbering)].flatMap(id => {
    const record = recordById(cache, id);
    if (record === undefined) return [];
    const events = eventsOf(cache, id);
    return {
      record,
      remote: foldRecord(events.filter(event => !unsentIds.has(event.id))),
      made: events.find(event => event.op === 'create')?.id ?? '',
      knowingly: renumberedHere.has(id) && !numberedThere.has(id),
    };
  });
  candidates.sort((one, other) => (one.made < other.made ? -1 : 1));
  // What the remote has comes first: the others have to keep clear of its numbers.
  return [
    ...candidates.filter(({ remote }) => remote !== undefined),
    ...candidates.filter(({ remote }) => remote === undefined),
  ];
}

/** The other records that have or had a number. */
function holdersOf({ cache }: Transaction, { type, id }: TrackerRecord, number: number): string[] {
  return cache
    .all(
      'SELECT record FROM numbers WHERE type = ? AND number = ? AND record <> ?',
      type,
      number,
      id,
    )
    .map(row => textOf(row.record));
}

function idsOf(events: readonly TrackerEvent[]): ReadonlySet<string> {
  return new Set(events.map(event => event.record));
}

function givesNumber(event: TrackerEvent): boolean {
  return event.op === 'create' || event.op === 'renumber';
}
