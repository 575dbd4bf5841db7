import type { Cancel, Clock } from '@picket/monitor';
import type { Entry } from './entry.ts';
import { identifyTrouble } from './identify-trouble.ts';

export interface RepeatsSettings {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly write: (entry: Entry) => void;
}

/** Lets the first entry of a trouble through at once, and counts those that repeat it. */
export interface Repeats {
  take(entry: Entry): void;
  /** Tells the counts not yet told. */
  close(): void;
}

/** Milliseconds between two counts of one trouble. */
const countEvery = 30_000;
/** Counts in a row of nothing, after which it is over: some things are tried again only each minute. */
const quietCounts = 3;
/** Troubles counted at once; past them the one begun first is told and forgotten. */
const maxTroubles = 1_000;

interface Trouble {
  /** The last entry that repeated it. */
  last: Entry;
  readonly since: number;
  lastAt: number;
  /** Not told yet, and in all. */
  count: number;
  total: number;
  quiet: number;
  cancel: Cancel;
}

export function createRepeats({ clock, write }: RepeatsSettings): Repeats {
  const troubles = new Map<string, Trouble>();

  const begin = (identity: string, entry: Entry) => {
    const [first] = troubles;
    if (first && troubles.size >= maxTroubles) forget(...first);
    const since = clock.now();
    const trouble = { last: entry, since, lastAt: since, count: 0, total: 0, quiet: 0 };
    troubles.set(identity, { ...trouble, cancel: countLater(identity) });
    write(entry);
  };

  const repeat = (trouble: Trouble, entry: Entry) => {
    trouble.last = entry;
    trouble.lastAt = clock.now();
    trouble.count++;
    trouble.total++;
    trouble.quiet = 0;
  };

  const countLater = (identity: string) =>
    clock.setTimer(countEvery, () => {
      const trouble = troubles.get(identity);
      if (trouble === undefined) return;
      if (trouble.count > 0) tellCount(trouble);
      else if (++trouble.quiet >= quietCounts) return end(identity, trouble);
      trouble.cancel = countLater(identity);
    });

  const tellCount = (trouble: Trouble) => {
    const { level, fields, message } = trouble.last;
    write({ level, fields: { ...fields, repeated: trouble.count }, message });
    trouble.count = 0;
  };

  const end = (identity: string, { last, since, lastAt, total }: Trouble) => {
    troubles.delete(identity);
    if (total === 0) return;
    const seconds = Math.round((lastAt - since) / 1000);
    const { err, reason } = last.fields;
    const why = { ...(err !== undefined && { err }), ...(reason !== undefined && { reason }) };
    write({
      level: 'info',
      fields: { ...why, repeated: total, seconds },
      message: `over: ${last.message}`,
    });
  };

  const forget = (identity: string, trouble: Trouble) => {
    trouble.cancel();
    troubles.delete(identity);
    if (trouble.count > 0) tellCount(trouble);
  };

  return {
    take(entry) {
      const identity = identifyTrouble(entry);
      if (identity === undefined) return write(entry);
      const trouble = troubles.get(identity);
      if (trouble === undefined) begin(identity, entry);
      else repeat(trouble, entry);
    },
    close() {
      for (const [identity, trouble] of troubles) forget(identity, trouble);
    },
  };
}
