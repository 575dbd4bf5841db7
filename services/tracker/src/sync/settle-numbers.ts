import type { Board } from '../board/board.ts';
import type { Transaction } from '../board/transaction.ts';
import { eventsOf } from '../cache/apply-events.ts';
import { type Cache, textOf } from '../cache/cache.ts';
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
  /** Whether it was given another number here after it was known which the remote had given it: because another
   * remote has given it that one. */
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
    const number = settledNumber(transaction, candidate, isTakenBy);
    settled.set(record.id, number);
    if (number === record.number) continue;
    transaction.add(record.type, record.id, { op: 'renumber', number });
    renumbered.push({ id: record.id, type: record.type, from: record.number, to: number });
  }
  return renumbered;
}

function settledNumber(
  { cache }: Transaction,
  { record, remote, knowingly }: Candidate,
  isTakenBy: (id: string, number: number) => boolean,
): number {
  const { number } = record;
  if (remote !== undefined && !knowingly) return remote.record.number;
  // Between two remotes that gave different numbers, somebody has to have the last word.
  const isTaken = knowingly
    ? hasNow(cache, record).some(id => isTakenBy(id, number))
    : everHad(cache, record).some(id => isTakenBy(id, number));
  return isTaken ? nextNumber(cache, record.type) : number;
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
    const remote = foldRecord(events.filter(event => !unsentIds.has(event.id)));
    return {
      record,
      remote,
      made: events.find(event => event.op === 'create')?.id ?? '',
      knowingly: remote !== undefined && renumberedHere.has(id) && !numberedThere.has(id),
    };
  });
  candidates.sort((one, other) => (one.made < other.made ? -1 : 1));
  // What the remote has numbered comes first: the others have to keep clear of it.
  return [
    ...candidates.filter(({ remote, knowingly }) => remote !== undefined && !knowingly),
    ...candidates.filter(({ remote, knowingly }) => remote !== undefined && knowingly),
    ...candidates.filter(({ remote }) => remote === undefined),
  ];
}

/** The other records that have this one's number. */
function hasNow(cache: Cache, { type, number, id }: TrackerRecord): string[] {
  const sql = 'SELECT id FROM records WHERE type = ? AND number = ? AND id <> ?';
  return cache.all(sql, type, number, id).map(row => textOf(row.id));
}

/** The other records that have or had this one's number. */
function everHad(cache: Cache, { type, number, id }: TrackerRecord): string[] {
  const sql = 'SELECT record FROM numbers WHERE type = ? AND number = ? AND record <> ?';
  return cache.all(sql, type, number, id).map(row => textOf(row.record));
}

function idsOf(events: readonly TrackerEvent[]): ReadonlySet<string> {
  return new Set(events.map(event => event.record));
}

function givesNumber(event: TrackerEvent): boolean {
  return event.op === 'create' || event.op === 'renumber';
}
