import { insertEvents, refold, type WrittenEvent } from '../cache/apply-events.ts';
import { type Cache, textOf } from '../cache/cache.ts';
import { findRecord, nextNumber, recordById } from '../cache/find-record.ts';
import { TrackerError } from '../errors.ts';
import { eventIdAt, firstIdAt, followedAhead, isEventId, readClock, tick } from '../event/clock.ts';
import type { Deed, TrackerEvent } from '../event/event.ts';
import { parseEvent } from '../event/parse-event.ts';
import { serialiseEvent } from '../event/serialise-event.ts';
import type { TrackerRecord } from '../record/record.ts';
import { newId } from '../record/record-id.ts';
import type { RecordType } from '../record/record-type.ts';

export interface Moment {
  readonly now: number;
  readonly random: (bytes: number) => Uint8Array;
}

/** What a plan reads and adds to. It sees what it has added. */
export class Transaction {
  readonly cache: Cache;
  readonly actor: string;
  readonly #moment: Moment;
  readonly #written: WrittenEvent[] = [];
  #summary: string | undefined;

  constructor(cache: Cache, actor: string, moment: Moment) {
    this.cache = cache;
    this.actor = actor;
    this.#moment = moment;
  }

  /** What has been added, as the lines that it will be. */
  get written(): readonly WrittenEvent[] {
    return this.#written;
  }

  get events(): readonly TrackerEvent[] {
    return this.#written.map(({ event }) => event);
  }

  /** The message of the commit: fixed words and numbers, never what users wrote. */
  get summary(): string {
    return this.#summary ?? summaryOf(this.events);
  }

  set summary(text: string) {
    this.#summary = text;
  }

  /** The time of the deeds of this transaction, ISO 8601. */
  get at(): string {
    return new Date(this.#moment.now).toISOString();
  }

  find(type: RecordType, given: string): TrackerRecord {
    return findRecord(this.cache, type, given);
  }

  nextNumber(type: RecordType): number {
    return nextNumber(this.cache, type);
  }

  newId(): string {
    return newId(this.#moment.now, this.#moment.random);
  }

  /** Adds one deed on one record, and returns the record as it is then. */
  add(type: RecordType, record: string, deed: Deed): TrackerRecord {
    return this.addAll(type, record, [deed]);
  }

  /** The same for several deeds on one record, which is made anew only once. */
  addAll(type: RecordType, record: string, deeds: readonly Deed[]): TrackerRecord {
    for (const deed of deeds) this.#insert(type, record, deed);
    refold(this.cache, [record]);
    const result = recordById(this.cache, record);
    if (result === undefined)
      throw new TrackerError('INTERNAL', `the record ${record} could not be made`);
    return result;
  }

  #insert(type: RecordType, record: string, deed: Deed): void {
    const event: TrackerEvent = {
      id: this.#nextEventId(record),
      at: this.at,
      by: this.actor,
      type,
      record,
      ...deed,
    };
    const line = serialiseEvent(event);
    const parsed = parseEvent(line);
    if (parsed.kind !== 'event') {
      throw new TrackerError(
        'INTERNAL',
        `an event was about to be written that no one could read: ${parsed.reason}`,
      );
    }
    const written = { event, line };
    this.#written.push(written);
    insertEvents(this.cache, '', [written]);
  }

  /** After every event of the record, and after all others whose clocks are not far ahead. */
  #nextEventId(record: string): string {
    const { now, random } = this.#moment;
    const ofRecord = this.cache.one('SELECT max(id) AS id FROM events WHERE record = ?', record);
    const bound = firstIdAt(now + followedAhead);
    const ofOthers = this.cache.one('SELECT max(id) AS id FROM events WHERE id < ?', bound);
    const latest = [textOf(ofRecord?.id), textOf(ofOthers?.id)].sort().at(-1) ?? '';
    const seen = latest === '' ? { time: 0, count: 0 } : readClock(latest);
    const id = eventIdAt(tick(seen, now), random);
    if (isEventId(id)) return id;
    throw new TrackerError('CORRUPT', `the record ${record} has an event of the end of time`, {
      remedy: 'nothing can come after that event: make a new record in place of this one',
    });
  }
}

function summaryOf(events: readonly TrackerEvent[]): string {
  const [first] = events;
  if (first === undefined) return 'nothing';
  const rest = events.length === 1 ? '' : ` and ${events.length - 1} more`;
  return `${first.type} ${first.op} ${first.record}${rest}`;
}
