import { isDeepStrictEqual } from 'node:util';
import type { StateChange, StateStore } from '@picket/monitor';
import type { ProbeStatus } from '../resource/status.ts';
import { statesOf } from './alerts-in-status.ts';
import { type DeliveryFact, deliveryKey, type Pending, withFact } from './delivery-fact.ts';
import {
  type Desired,
  desiredStatus,
  differenceOf,
  isSameRecord,
  type WriteKind,
} from './desired-status.ts';
import { changeOf, type Held, hold, nothingHeld, without } from './held-changes.ts';
import { isNewer, type Known } from './known.ts';
import type { Verdict } from './status-writer.ts';

/** One try to write a status. */
export interface Attempt extends Desired {
  readonly kind: WriteKind;
  /** The changes that are in it. */
  readonly held: Held;
}

/** What came of a newer version of the probe. */
export type Heard =
  | { readonly kind: 'old' }
  /** Somebody changed the spec, the metadata or what is owed: what is held counts on top of it. */
  | { readonly kind: 'rebased' }
  /** A write of ours, to which there was no answer, did arrive. */
  | { readonly kind: 'recorded'; readonly recorded: Recorded }
  /** Another replica's record won: what was held is gone. */
  | { readonly kind: 'superseded' };

/** What a write brought into the record. */
export interface Recorded {
  readonly change?: StateChange;
  readonly givenUp: Pending;
}

/**
 * Different records that may be without an answer at a time. Beyond, the last is sent again until there is one:
 * each has to be remembered, since it may turn out to have arrived.
 */
const mostUnanswered = 8;

/** One probe: its status as known to be on the server, and what is to change in it. Reads no clock, calls nobody. */
export class Book {
  readonly uid: string;
  readonly id: string;
  #known: Known;
  #held = nothingHeld;
  readonly #facts = new Map<string, DeliveryFact>();
  #verdict: Verdict | undefined;
  #wasJudged = false;
  #changedAt = 0;
  #underWay: Attempt | undefined;
  #unanswered: readonly Attempt[] = [];
  /** The newest version heard of during a write. */
  #heard: Known | undefined;
  /** What was written where the server made something else of it: to write it again would change nothing. */
  #altered: ProbeStatus | undefined;
  #isVoid = false;

  constructor(uid: string, known: Known) {
    this.uid = uid;
    this.id = known.probe.id;
    this.#known = known;
  }

  get known(): Known {
    return this.#known;
  }

  get isWriting(): boolean {
    return this.#underWay !== undefined;
  }

  /** What is in memory of the probe's alerts does not follow from its record, and is not taken until it does. */
  get isVoid(): boolean {
    return this.#isVoid;
  }

  /** Returns transitions there was no room to hold. */
  put(change: StateChange, channels: readonly string[], at: number): Pending {
    if (this.#isVoid) return [];
    const { held, givenUp } = hold(this.#held, change, channels);
    this.#held = held;
    this.#changedAt = at;
    return givenUp;
  }

  judge(verdict: Verdict, at: number): void {
    const runs = verdict.conditions.every(({ type }) => type !== 'Healthy');
    if (!runs) this.#wasJudged = false;
    this.#verdict = verdict;
    this.#changedAt = at;
  }

  /** Another replica judges the probe from now on. */
  leaveVerdict(): void {
    this.#verdict = undefined;
  }

  /** A run was judged; false where that is nothing new. */
  observe(at: number): boolean {
    if (this.#wasJudged) return false;
    this.#wasJudged = true;
    this.#changedAt = at;
    return true;
  }

  /** False where the record says so already, or knows nothing of the delivery. */
  note(fact: DeliveryFact): boolean {
    if (!this.#isNews(fact)) return false;
    this.#facts.set(deliveryKey(fact), fact);
    return true;
  }

  hasFact(key: string): boolean {
    return this.#facts.has(key);
  }

  /** The alert states as they will be recorded; from now on changes are taken that follow from them. */
  open(): Awaited<ReturnType<StateStore['open']>> {
    this.#isVoid = false;
    const { alerts = [], sequence = 0 } = this.#desired().status;
    return { uid: this.uid, states: statesOf(alerts), sequence };
  }

  /** What a write would be for; undefined where nothing is to be written. */
  plan(): WriteKind | undefined {
    return this.#next()?.kind;
  }

  /** Begins a write, which `landed` or `lost` may follow and `end` must. */
  begin(): Attempt | undefined {
    this.#underWay = this.#next();
    return this.#underWay;
  }

  landed(attempt: Attempt, known: Known): Recorded {
    if (isNewer(known.resourceVersion, this.#known.resourceVersion)) this.#learn(known);
    const isAsWritten = isDeepStrictEqual(known.status, attempt.status);
    this.#altered = isAsWritten ? undefined : attempt.status;
    return this.#record(attempt);
  }

  get isAltered(): boolean {
    return this.#altered !== undefined;
  }

  /** There was no answer, or one that does not say: the write may have arrived, or still arrive. */
  lost(attempt: Attempt): void {
    const others = this.#unanswered.filter(({ status }) => !isSameRecord(status, attempt.status));
    this.#unanswered = [...others, attempt];
  }

  /** Returns what came of versions heard of meanwhile. */
  end(): Heard {
    const heard = this.#heard;
    this.#underWay = undefined;
    this.#heard = undefined;
    return heard === undefined ? { kind: 'old' } : this.hear(heard);
  }

  /**
   * A version of the probe, old or new. During a write it waits for the write's end: whether a record is our own
   * is known only then.
   */
  hear(known: Known): Heard {
    if (this.#underWay !== undefined) {
      const newest = this.#heard ?? this.#known;
      if (isNewer(known.resourceVersion, newest.resourceVersion)) this.#heard = known;
      return { kind: 'old' };
    }
    if (!isNewer(known.resourceVersion, this.#known.resourceVersion)) return { kind: 'old' };
    return this.#take(known);
  }

  /** Also during a write: what the server answered to a question asked after it. */
  refresh(known: Known): Heard {
    this.#underWay = undefined;
    return this.hear(known);
  }

  #isNews(fact: DeliveryFact): boolean {
    const { pending = [] } = this.#known.status;
    return withFact(pending, fact) !== pending;
  }

  #take(known: Known): Heard {
    const { status: before } = this.#known;
    const unanswered = this.#unanswered;
    this.#learn(known);
    // No transition lies between equal records, so none of the writes without an answer arrived with one.
    if (isSameRecord(before, known.status)) return { kind: 'rebased' };
    const ours = unanswered.find(attempt => isOf(attempt, known.status));
    if (ours !== undefined) return { kind: 'recorded', recorded: this.#record(ours) };
    this.#held = nothingHeld;
    this.#isVoid = true;
    return { kind: 'superseded' };
  }

  /** A write that was based on an older version can't arrive any more. */
  #learn(known: Known): void {
    this.#known = known;
    this.#unanswered = [];
    this.#altered = undefined;
    for (const [key, fact] of this.#facts) {
      if (!this.#isNews(fact)) this.#facts.delete(key);
    }
  }

  #record({ held, givenUp }: Attempt): Recorded {
    const change = changeOf(this.uid, held);
    this.#held = without(this.#held, held);
    return { ...(change && { change }), givenUp };
  }

  #desired(): Desired {
    return desiredStatus(this.#known.status, {
      held: this.#held,
      facts: this.#facts.values(),
      verdict: this.#verdict,
      wasJudged: this.#wasJudged,
      at: this.#changedAt,
    });
  }

  #next(): Attempt | undefined {
    const last = this.#unanswered.at(-1);
    if (last !== undefined && this.#unanswered.length >= mostUnanswered) return last;
    const desired = this.#desired();
    const kind = differenceOf(this.#known.status, desired.status);
    if (kind === undefined || isDeepStrictEqual(desired.status, this.#altered)) return undefined;
    return { ...desired, kind, held: this.#held };
  }
}

/**
 * Whether the status is what the attempt made of it. The same record may come of other transitions, made elsewhere,
 * so those of the attempt must stand in it. Where they were delivered meanwhile they don't, and then nothing is lost
 * by taking the record for another's.
 */
function isOf({ status, held }: Attempt, written: ProbeStatus): boolean {
  return (
    isSameRecord(status, written) &&
    held.transitions.every(({ pending }) => {
      if (!status.pending?.some(({ id }) => id === pending?.id)) return true;
      const there = written.pending?.find(({ id }) => id === pending?.id);
      return isDeepStrictEqual({ ...there, deliveries: [] }, { ...pending, deliveries: [] });
    })
  );
}
