import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { AlertState } from '../alert/state.ts';
import type { Transition } from '../alert/transition.ts';
import type { GroupCommit } from './group-commit.ts';
import { readInteger, readOptional, readText } from './row.ts';
import type { KeyedState, StateChange, StateStore } from './store.ts';

export interface StoreOptions {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  /** The number of this opening of the file: what it has seen is not pruned by it. */
  readonly session: number;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** The alert states of the state file, and the transitions that come of them. */
export function createSqliteStore(options: StoreOptions): Omit<StateStore, 'close'> {
  const { database, commits, session, now } = options;
  const see = database.prepare(`
    INSERT INTO probes (id, uid, session, seen_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET session = excluded.session, seen_at = excluded.seen_at
    RETURNING uid`);
  const statesOf = database.prepare(
    'SELECT * FROM alert_states WHERE uid = ? ORDER BY request, alert',
  );
  const write = createWriter(database);

  return {
    open: probeId =>
      commits.write(() => {
        const row = see.get(probeId, randomUUID(), session, now());
        if (row === undefined) throw new TypeError('an insert returned no row');
        const uid = readText(row, 'uid');
        return { uid, states: statesOf.all(uid).map(readKeyedState) };
      }),
    record: change => commits.write(() => write(change, now())),
  };
}

function createWriter(database: DatabaseSync): (change: StateChange, now: number) => void {
  const deleteState = database.prepare(
    'DELETE FROM alert_states WHERE uid = ? AND request = ? AND alert = ?',
  );
  const upsertState = database.prepare(
    'INSERT OR REPLACE INTO alert_states VALUES (?,?,?,?,?,?,?,?)',
  );
  const insertTransition = database.prepare(
    'INSERT INTO transitions (id, at, body) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
  );
  const insertDelivery = database.prepare(`
    INSERT INTO deliveries (number, channel, line, not_before) VALUES (?, ?, ?, ?)
    ON CONFLICT DO NOTHING`);

  const writeState = (uid: string, { request, alert, state }: KeyedState) =>
    isUntouched(state)
      ? deleteState.run(uid, request, alert)
      : upsertState.run(
          uid,
          request,
          alert,
          state.status,
          state.streak,
          state.streakSince ?? null,
          state.beganAt ?? null,
          state.sequence,
        );

  const writeTransition = (change: StateChange, transition: Transition, now: number) => {
    const { changes, lastInsertRowid } = insertTransition.run(
      transition.id,
      transition.at,
      JSON.stringify(transition),
    );
    // It stands already, with its deliveries: a second record of the same work.
    if (changes === 0) return;
    const line = lineOf(change.uid, transition);
    for (const channel of change.channels) insertDelivery.run(lastInsertRowid, channel, line, now);
  };

  return (change, now) => {
    for (const state of change.states) writeState(change.uid, state);
    for (const transition of change.transitions) writeTransition(change, transition, now);
  };
}

/** No row stands for an alert that never had a transition, so that healthy probes take no room. */
function isUntouched(state: AlertState): boolean {
  return state.status === 'normal' && state.streak === 0 && state.sequence === 0;
}

/** Deliveries of one line, the transitions of one alert, keep their order. */
function lineOf(uid: string, { request, alert }: Transition): string {
  const key = JSON.stringify([uid, request.name, alert.name]);
  return createHash('sha256').update(key).digest('base64url');
}

function readKeyedState(row: Record<string, SQLOutputValue>): KeyedState {
  return {
    request: readText(row, 'request'),
    alert: readText(row, 'alert'),
    state: {
      status: readText(row, 'status') === 'incident' ? 'incident' : 'normal',
      streak: readInteger(row, 'streak'),
      ...readOptional(row, 'streak_since', 'streakSince'),
      ...readOptional(row, 'began_at', 'beganAt'),
      sequence: readInteger(row, 'sequence'),
    },
  };
}
