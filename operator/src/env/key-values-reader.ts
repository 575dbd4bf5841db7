import { KubeError } from '../kube/kube-error.ts';
import type {
  KeyValuesFound,
  KeyValuesReader,
  KeyValuesReaderSettings,
  KeyValuesRef,
} from './key-values.ts';
import { readKeyValues } from './read-key-values.ts';

/** Milliseconds from the begin of a try to the next, by what it came to. */
const tryAgain = { stale: 10_000, absent: 10_000, neverRead: 1_000 } as const;
/** Milliseconds for which a caller waits for another try, once one failed lately, before what there is will do. */
const patience = 1_000;

/** One Secret or ConfigMap; times are milliseconds of the clock. */
interface Entry {
  /** What the last try that was answered gave, and when that try began: what it gave is no older. */
  read?: { readonly found: KeyValuesFound; readonly since: number; readonly size: number };
  triedAt: number;
  /** What the last try failed of; undefined where it did not. */
  failure: { readonly error: unknown } | undefined;
  /** The last try was the first to be forbidden what was allowed before. */
  isDoubted: boolean;
  /** The try under way; never rejects. */
  trying: Promise<void> | undefined;
}

export function createKeyValuesReader(settings: KeyValuesReaderSettings): KeyValuesReader {
  const { clock, maxAge = 60_000, maxEntries = 20_000, maxCharacters = 2 ** 26 } = settings;
  /** In the order they were used, the latest last. */
  const entries = new Map<string, Entry>();
  let characters = 0;

  const use = (key: string): Entry => {
    const entry = entries.get(key) ?? {
      triedAt: Number.NEGATIVE_INFINITY,
      failure: undefined,
      isDoubted: false,
      trying: undefined,
    };
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };

  const dropUnused = () => {
    for (const [key, { read }] of entries) {
      if (entries.size <= maxEntries && characters <= maxCharacters) return;
      if (entries.size === 1) return;
      entries.delete(key);
      characters -= read?.size ?? 0;
    }
  };

  const tryToRead = async (entry: Entry, ref: KeyValuesRef): Promise<void> => {
    const since = clock.now();
    entry.triedAt = since;
    try {
      const found = await readKeyValues(settings.api, ref);
      doubt(entry, found);
      const size = sizeOf(found);
      if (entries.get(keyOf(ref)) === entry) characters += size - (entry.read?.size ?? 0);
      entry.read = { found, since, size };
      entry.failure = undefined;
    } catch (error) {
      entry.failure = { error };
      settings.onError(error, ref);
    } finally {
      entry.trying = undefined;
    }
    dropUnused();
  };

  /** A server that has just started knows no rights yet: what was allowed before is not forbidden at its first word. */
  const doubt = (entry: Entry, found: KeyValuesFound) => {
    const isNews = found.kind === 'forbidden' && entry.read?.found.kind === 'found';
    entry.isDoubted = isNews && !entry.isDoubted;
    if (!entry.isDoubted) return;
    throw new KubeError('it may not be read any more', { status: 403, reason: 'Forbidden' });
  };

  const isDue = ({ read, failure, triedAt }: Entry): boolean => {
    const now = clock.now();
    if (failure) return now - triedAt >= (read ? tryAgain.stale : tryAgain.neverRead);
    const lasts = read?.found.kind === 'found' ? maxAge : Math.min(maxAge, tryAgain.absent);
    return read === undefined || now - read.since >= lasts;
  };

  /** A failure of long ago says nothing of today: then the try has all its time. */
  const failedLately = ({ failure, triedAt }: Entry) =>
    failure !== undefined && clock.now() - triedAt < maxAge;

  const atMost = (ms: number, trying: Promise<void>): Promise<void> =>
    new Promise(resolve => {
      const cancel = clock.setTimer(ms, resolve);
      void trying.then(() => {
        cancel();
        resolve();
      });
    });

  return {
    async read(ref) {
      const entry = use(keyOf(ref));
      dropUnused();
      if (entry.trying !== undefined || isDue(entry)) {
        const isUsable = entry.read !== undefined && failedLately(entry);
        entry.trying ??= tryToRead(entry, ref);
        await (isUsable ? atMost(patience, entry.trying) : entry.trying);
      }
      if (entry.read) return entry.read.found;
      throw entry.failure?.error;
    },
  };
}

function keyOf({ kind, namespace, name }: KeyValuesRef): string {
  return `${kind}/${namespace}/${name}`;
}

/** Characters of keys and values. */
function sizeOf(found: KeyValuesFound): number {
  if (found.kind !== 'found') return 0;
  const kept = [...[...found.values].flat(), ...found.binary];
  return kept.reduce((sum, text) => sum + text.length, 0);
}
