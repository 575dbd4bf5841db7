import { randomUUID } from 'node:crypto';
import type { Judgement } from '../alert/judgement.ts';
import type { Log } from '../report/log.ts';
import type { Clock } from '../schedule/clock.ts';
import type { HistoryPlace } from './place.ts';
import { resultsOf } from './result.ts';
import type { Bounds, HistoryReader, HistoryStore } from './store.ts';
import { openInThread } from './thread/open-in-thread.ts';
import { createHistoryWriter, type HistoryObserver } from './writer.ts';

export interface HistorySettings {
  readonly place: HistoryPlace;
  readonly bounds: Bounds;
  readonly clock: Pick<Clock, 'setTimer' | 'wallTime'>;
  readonly log: Pick<Log, 'warn' | 'info' | 'error'>;
  readonly observer: HistoryObserver;
}

/** What is kept of every run, and read again. */
export interface History {
  readonly reader: HistoryReader;
  /** Takes what a run gave; never waits and never throws for the store. */
  judged(judgement: Judgement): void;
  /** Writes what waits, until `signal` aborts or 5 s have passed, and lets go of the store. */
  close(signal: AbortSignal): Promise<void>;
}

/** Milliseconds that results not written yet may take at the end. */
const lastWrites = 5_000;

/**
 * Rejects with `PKT_HISTORY_UNREADABLE` where a file cannot be used; a database that is away is asked again and again.
 */
export async function openHistory({ place, ...settings }: HistorySettings): Promise<History> {
  if (place.kind === 'postgres') return openDatabaseHistory(place.url, settings);
  const store = openInThread({ place, maxBytes: settings.bounds.maxBytes });
  await store.open();
  return createHistory({ ...settings, store });
}

/** A history in a database, which is connected to once there is something to write or read. */
export function openDatabaseHistory(
  url: string,
  settings: Omit<HistorySettings, 'place'>,
): History {
  const place = { kind: 'postgres', url } as const;
  const store = openInThread({ place, maxBytes: settings.bounds.maxBytes });
  return createHistory({ ...settings, store });
}

interface StoreSettings extends Omit<HistorySettings, 'place'> {
  readonly store: HistoryStore;
}

function createHistory(settings: StoreSettings): History {
  const { store, log } = settings;
  const writer = createHistoryWriter({ ...settings, newId: randomUUID });
  return {
    reader: store,
    judged: judgement => writer.put(resultsOf(judgement)),
    async close(signal) {
      await writer.flush(AbortSignal.any([signal, AbortSignal.timeout(lastWrites)]));
      const lost = writer.close();
      if (lost > 0) log.error({ results: lost }, 'results were not written to the history');
      try {
        await store.close();
      } catch (err) {
        log.warn({ err }, 'the history could not be closed');
      }
    },
  };
}
