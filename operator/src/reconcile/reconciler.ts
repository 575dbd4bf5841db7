import type { CompiledProbe, Monitor, ProbeSource } from '@picket/monitor';
import type { KeyValuesReader } from '../env/key-values.ts';
import type { Cache } from '../kube/cache.ts';
import type { EventRecorder } from '../kube/event-recorder.ts';
import { KubeError } from '../kube/kube-error.ts';
import type { Processed } from '../kube/work-queue.ts';
import type { ProbeResource } from '../resource/probe-resource.ts';
import type { StatusWriter, Verdict } from '../status/status-writer.ts';
import { type Assessment, assess } from './assess.ts';
import { currentVersion } from './current-version.ts';
import { firstRun } from './first-run.ts';
import { runAsked } from './run-now.ts';
import { conditionsOf, wordProblems } from './verdict-of.ts';

export interface ReconcilerSettings {
  readonly probes: Pick<Cache<ProbeResource>, 'get'>;
  /** Whether the probe of this uid is this replica's to run. */
  readonly owns: (uid: string) => boolean;
  readonly monitor: Pick<Monitor, 'watch' | 'unwatch' | 'runNow'>;
  readonly writer: Pick<StatusWriter, 'adopt' | 'release' | 'drop' | 'judge'>;
  readonly keyValues: KeyValuesReader;
  readonly events: Pick<EventRecorder, 'emit'>;
  /** Ids of the channels there are now. */
  readonly channels: () => ReadonlySet<string>;
  /** Milliseconds over which first runs are spread. */
  readonly spread: () => number;
  /** Puts a key back on the queue. */
  readonly enqueue: (key: string) => void;
}

/**
 * Makes what runs here agree with what the cluster says of one probe, from its key and what is known now. By the
 * numbers of the tests:
 * 1. It is new: it runs, its first run spread.
 * 2. It is invalid: it does not run and says everything that is wrong, in one Event. Mended, it runs.
 * 3. It becomes invalid: it does not go on as its last good version, and keeps its counts.
 * 4. What it refers to is missing: as 2, and it is looked for again.
 * 5. What it refers to disappears: as 4.
 * 6. What it refers to changes: used within a minute, on the same grid, with the same counts.
 * 7. What it refers to can't be read any more: it runs with what was read last, at most five seconds late.
 * 8. It is suspended: it does not run and recovers from nothing. Resumed, it goes on.
 * 9. A run is asked for: made once for each value, by whichever replica. Of one that can't run an Event says so.
 * 10. It is deleted: nothing more is told of it, and its run is ended.
 * 11. It is deleted and made anew in between: the new one begins anew.
 * 12. It is renamed: as 10 and 1.
 * 13. Its spec changes during a run: that run is ended and counts for nothing, its counts stay.
 * 14. Another replica owns it by the time it was looked at: it is let go of.
 * 15. Another replica owned it for a moment: where that was noticed, its record is what it goes on from.
 * 16. Another replica wrote its record: that one is what it goes on from.
 * 17. There are other channels: it is looked at again, even where it is being looked at.
 * 18. It is deleted but for a finalizer: as 10.
 * 19. A channel gives up: an Event says so.
 * 20. Its last owner still owed something: it is sent.
 */
export interface Reconciler {
  reconcile(key: string): Promise<Processed>;
  /** The probe as it is to be run now: with its Secrets and ConfigMaps read again where that was a minute ago. */
  current(probe: CompiledProbe): Promise<CompiledProbe | undefined>;
  /** Everything is to be assessed again, for instance because there are other channels. */
  invalidate(): void;
  /** How many probes are run or held here. */
  readonly owned: number;
}

/** Milliseconds until a reference that is missing, or could not be read, is looked for again. */
const lookAgain = { missing: 10_000, away: 5_000 } as const;

/** A probe this replica owns. */
interface Held {
  readonly uid: string;
  /** What was assessed; undefined where nothing came of it yet. */
  generation: number | undefined;
  /** Something else that it was assessed by has changed since that began. */
  isOutdated: boolean;
  /** What its present version was compiled from; absent where it doesn't run. */
  source?: ProbeSource;
  verdict?: Verdict;
}

export function createReconciler(settings: ReconcilerSettings): Reconciler {
  const { monitor, writer, keyValues } = settings;
  const held = new Map<string, Held>();

  const reconcile = async (key: string): Promise<Processed> => {
    const resource = present(settings.probes.get(key));
    const before = held.get(key);
    if (before && before.uid !== resource?.metadata.uid) drop(key, before);
    if (resource === undefined) return 'done';
    if (!settings.owns(resource.metadata.uid)) {
      release(key);
      return 'done';
    }
    return hold(key, resource);
  };

  const hold = async (key: string, resource: ProbeResource): Promise<Processed> => {
    const { uid, generation } = resource.metadata;
    const entry = held.get(key) ?? { uid, generation: undefined, isOutdated: false };
    held.set(key, entry);
    writer.adopt(resource);
    if (entry.isOutdated || entry.generation !== generation) {
      const again = await assessAnew(key, entry, resource);
      if (again !== undefined) return { againIn: again };
    }
    obeyRunNow(key, entry, resource);
    return 'done';
  };

  /** Resolves with the milliseconds after which to look again, where that is needed. */
  const assessAnew = async (key: string, entry: Held, resource: ProbeResource) => {
    entry.generation = undefined;
    entry.isOutdated = false;
    const assessed = await tryToAssess(resource);
    if (assessed === undefined) return lookAgain.away;
    await run(key, entry, assessed);
    if (assessed.kind !== 'unresolved') entry.generation = resource.metadata.generation;
    const conditions = conditionsOf(assessed);
    entry.verdict = { ...entry.verdict, generation: resource.metadata.generation, conditions };
    writer.judge(entry.uid, entry.verdict);
    tellProblems(resource, assessed);
    return assessed.kind === 'unresolved' ? lookAgain.missing : undefined;
  };

  /** Undefined where the API server is away and something it needs was never read. */
  const tryToAssess = async (resource: ProbeResource): Promise<Assessment | undefined> => {
    try {
      return await assess(resource, { channels: settings.channels(), keyValues });
    } catch (error) {
      if (error instanceof KubeError) return undefined;
      throw error;
    }
  };

  const run = async (key: string, entry: Held, assessed: Assessment) => {
    if (assessed.kind !== 'sound') {
      delete entry.source;
      monitor.unwatch(key);
      return;
    }
    const { probe, source } = assessed;
    entry.source = source;
    await monitor.watch(probe, firstRun(key, probe.interval, settings.spread()));
  };

  const obeyRunNow = (key: string, entry: Held, resource: ProbeResource) => {
    const asked = runAsked(resource);
    if (asked === undefined || entry.verdict === undefined) return;
    if (entry.verdict.lastRunNow === asked) return;
    if (!monitor.runNow(key)) {
      settings.events.emit(resource, {
        type: 'Warning',
        reason: 'RunNowIgnored',
        action: 'Probe',
        note: 'the probe is suspended or not ready, so it was not run',
      });
    }
    entry.verdict = { ...entry.verdict, lastRunNow: asked };
    writer.judge(entry.uid, entry.verdict);
  };

  const tellProblems = (resource: ProbeResource, assessed: Assessment) => {
    if (assessed.kind === 'sound') return;
    const [ready] = conditionsOf(assessed);
    const told = resource.status?.conditions?.find(({ type }) => type === 'Ready');
    if (ready === undefined || (told?.status === 'False' && told.message === ready.message)) return;
    settings.events.emit(resource, {
      type: 'Warning',
      reason: ready.reason,
      action: 'Compile',
      note: wordProblems(assessed.problems),
    });
  };

  const release = (key: string) => {
    const entry = held.get(key);
    if (entry === undefined) return;
    held.delete(key);
    // First its counts are handed to the writer, then the writer lets go of it.
    monitor.unwatch(key, 'handed-over');
    writer.release(entry.uid);
  };

  const drop = (key: string, { uid }: Held) => {
    held.delete(key);
    writer.drop(uid);
    monitor.unwatch(key);
  };

  return {
    reconcile,
    async current(probe) {
      const entry = held.get(probe.id);
      if (entry?.source === undefined) return probe;
      const version = await currentVersion(probe, entry.source, keyValues);
      if (version !== undefined) return version;
      entry.isOutdated = true;
      settings.enqueue(probe.id);
      return undefined;
    },
    invalidate() {
      for (const [key, entry] of held) {
        entry.isOutdated = true;
        settings.enqueue(key);
      }
    },
    get owned() {
      return held.size;
    },
  };
}

/** One that is being deleted is as good as gone: finalizers of others may keep it for long. */
function present(resource: ProbeResource | undefined): ProbeResource | undefined {
  return resource?.metadata.deletionTimestamp === undefined ? resource : undefined;
}
