import type { DatabaseSync } from 'node:sqlite';

export interface Pruning {
  /** Unix milliseconds: what is older goes. */
  readonly before: number;
  /** Unix milliseconds. */
  readonly now: number;
  readonly session: number;
}

/** Deletes transitions that are old and no longer owed to any channel. */
export function pruneTransitions(database: DatabaseSync, before: number): void {
  database
    .prepare(`
      DELETE FROM transitions WHERE at < ? AND NOT EXISTS (
        SELECT 1 FROM deliveries
        WHERE deliveries.number = transitions.number AND sent_at IS NULL AND gave_up_at IS NULL)`)
    .run(before);
}

/**
 * Deletes old transitions, and the states of probes that no opening of the file has asked for since `before`;
 * not before this one has asked for any, since after a long stop all of them look unwanted.
 */
export function pruneAll(database: DatabaseSync, { before, now, session }: Pruning): void {
  pruneTransitions(database, before);
  const seen = database
    .prepare('UPDATE probes SET seen_at = ? WHERE session = ?')
    .run(now, session);
  if (seen.changes === 0) return;
  database.prepare('DELETE FROM probes WHERE seen_at < ?').run(before);
}

/** Tells the probes that this opening of the file asks for from those only earlier ones did. */
export function nextSession(database: DatabaseSync): number {
  const row = database.prepare('SELECT coalesce(max(session), 0) + 1 AS session FROM probes').get();
  return Number(row?.session);
}
