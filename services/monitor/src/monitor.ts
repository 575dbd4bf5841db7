import type { Judgement } from './alert/judgement.ts';
import { type Ledger, type LedgerSettings, openLedger } from './alert/ledger.ts';
import type { CompiledProbe } from './probe/compiled.ts';
import { type RunSettings, runProbe } from './run/run-probe.ts';
import { createSession, type ProbeSession } from './run/session.ts';
import type { Clock } from './schedule/clock.ts';
import { spreadPhase } from './schedule/phase.ts';
import { createScheduler } from './schedule/scheduler.ts';
import type { Recorder } from './state/recorder.ts';
import type { RecordedProbe, StateStore } from './state/store.ts';

export interface MonitorSettings extends LedgerSettings {
  readonly run: Omit<RunSettings, 'signal'>;
  readonly store: Pick<StateStore, 'open'>;
  readonly recorder: Pick<Recorder, 'put'>;
  readonly clock: Clock;
  /** Runs at once. */
  readonly concurrency: number;
  /**
   * The probe as it is to be run now, such as with a secret that was read again; undefined leaves the run out.
   * By default as it is.
   */
  readonly current?: (probe: CompiledProbe) => Promise<CompiledProbe | undefined>;
  /** Called with every run once it is judged and its change handed to the recorder. */
  readonly onJudged: (judgement: Judgement) => void;
  /** The probe is not run any more, or not for now: nothing said of it holds. */
  readonly onRemoved: (probeId: string, departure: Departure) => void;
  /** Milliseconds between a run's scheduled and its actual start. */
  readonly onLag: (ms: number) => void;
  /** A defect: a run never rejects for what its target does. */
  readonly onError: (error: unknown, probeId: string) => void;
}

/** Whether nobody watches a probe now, as by default, or somebody else does. */
export type Departure = 'ended' | 'handed-over';

export interface Monitor {
  /**
   * Watches exactly these probes: new ones start spread, changed ones keep their alert states. A run of one that
   * was changed or is gone is ended and counts for nothing. Rejects, with nothing changed, where the record of a
   * new one cannot be opened. To be called one at a time.
   */
  replace(probes: readonly CompiledProbe[]): Promise<void>;
  /**
   * Watches this probe too, or this version of it, which keeps the alert states. Its first run is `phase`
   * milliseconds from now; one that is scheduled already stays on its grid, unless its interval changed. A run of
   * its last version is ended and counts for nothing. Rejects, with nothing changed, where its record cannot be
   * opened. To be called one at a time for each probe.
   */
  watch(probe: CompiledProbe, phase: number): Promise<void>;
  /** Watches it no more: its run is ended, what is not recorded of it is handed to the recorder. */
  unwatch(probeId: string, departure?: Departure): void;
  /**
   * Goes on from the record as it is now, in place of what is in memory: somebody else has written it. A run in
   * progress counts on top of it.
   */
  reopen(probeId: string): Promise<void>;
  /** Makes it due now, or at the end of the run in progress. False where it is not on the schedule. */
  runNow(probeId: string): boolean;
  /** Starts what is scheduled; before it, only `runOnce` runs anything. */
  start(): void;
  /** Runs one probe now, outside the schedule; undefined where `signal` aborted before it ended. */
  runOnce(probeId: string, signal: AbortSignal): Promise<Judgement | undefined>;
  /**
   * Starts nothing more, lets what runs end, and records the counts in progress.
   * What still runs when `signal` aborts is canceled.
   */
  stop(signal: AbortSignal): Promise<void>;
}

interface Watched {
  readonly probe: CompiledProbe;
  readonly session: ProbeSession;
  readonly ledger: Ledger;
}

export function createMonitor(settings: MonitorSettings): Monitor {
  const { clock, store, recorder } = settings;
  const watched = new Map<string, Watched>();
  /** Runs in progress, each with the session of the version it runs. Idle probes hold no controller: there are many. */
  const running = new Map<AbortController, ProbeSession>();
  let started = false;
  let isCanceled = false;

  const run = async (
    id: string,
    scheduledAt: number,
    cancel?: AbortSignal,
  ): Promise<Judgement | undefined> => {
    const entry = await currentEntry(id);
    const isOutdated = watched.get(id)?.session !== entry?.session;
    if (entry === undefined || isOutdated || isCanceled || cancel?.aborted) return undefined;
    const end = new AbortController();
    const signal = cancel === undefined ? end.signal : AbortSignal.any([cancel, end.signal]);
    const runSettings: RunSettings = { ...settings.run, signal };
    running.set(end, entry.session);
    const probeRun = await runProbe(entry.probe, entry.session, scheduledAt, runSettings).finally(
      () => running.delete(end),
    );
    // Asked for only now: it may have been reopened meanwhile.
    const ledger = watched.get(id)?.ledger;
    if (signal.aborted || ledger === undefined) return undefined;
    const judgement = ledger.judge(probeRun, settings.run.now());
    if (judgement.change) recorder.put(judgement.change);
    settings.onJudged(judgement);
    return judgement;
  };

  const scheduler = createScheduler({
    clock,
    concurrency: settings.concurrency,
    run: async (id, due) => {
      await run(id, due);
    },
    onLag: (_, ms) => settings.onLag(ms),
    onError: (id, error) => settings.onError(error, id),
  });

  const checkpoint = ({ ledger }: Watched) => {
    const change = ledger.checkpoint();
    if (change) recorder.put(change);
  };

  /** The version is watched no more: its runs count for nothing. */
  const endRuns = (ended: ProbeSession) => {
    for (const [end, session] of running) if (session === ended) end.abort();
  };

  const remove = (id: string, departure: Departure = 'ended') => {
    const entry = watched.get(id);
    if (entry === undefined) return;
    checkpoint(entry);
    endRuns(entry.session);
    watched.delete(id);
    scheduler.remove(id);
    settings.onRemoved(id, departure);
  };

  const openNew = async (probes: readonly CompiledProbe[]) => {
    const unwatched = probes.filter(({ id }) => !watched.has(id));
    const opening = unwatched.map(async ({ id }) => [id, await store.open(id)] as const);
    return new Map(await Promise.all(opening));
  };

  const put = (probe: CompiledProbe, recorded: RecordedProbe) => {
    const before = watched.get(probe.id);
    if (before) {
      checkpoint(before);
      endRuns(before.session);
    }
    const ledger = openLedger(probe, recorded, settings);
    if (probe.suspended) {
      scheduler.remove(probe.id);
      settings.onRemoved(probe.id, 'ended');
    }
    watched.set(probe.id, { probe, session: createSession(probe), ledger });
  };

  /** A probe that is scheduled already stays on its grid, unless its interval changed. */
  const schedule = (probes: readonly CompiledProbe[]) => {
    const active = probes.filter(({ suspended }) => !suspended);
    active.forEach(({ id, interval }, index) => {
      scheduler.add(id, { interval, phase: spreadPhase(index, active.length, interval) });
    });
  };

  /** What is to be run now; another version that came meanwhile is as new as can be. */
  const currentEntry = async (id: string): Promise<Watched | undefined> => {
    const entry = watched.get(id);
    if (entry === undefined || settings.current === undefined) return entry;
    const probe = await settings.current(entry.probe);
    if (watched.get(id) !== entry) return watched.get(id);
    if (probe === undefined || probe === entry.probe) return probe && entry;
    put(probe, entry.ledger.recorded());
    return watched.get(id);
  };

  return {
    async replace(probes) {
      const opened = await openNew(probes);
      const ids = new Set(probes.map(({ id }) => id));
      for (const id of watched.keys()) if (!ids.has(id)) remove(id);
      for (const probe of probes) {
        const before = watched.get(probe.id);
        if (before?.probe.digest === probe.digest) continue;
        const recorded = before?.ledger.recorded() ?? opened.get(probe.id);
        if (recorded) put(probe, recorded);
      }
      if (started) schedule(probes);
    },
    async watch(probe, phase) {
      const before = watched.get(probe.id);
      if (before?.probe.digest === probe.digest) return;
      put(probe, before?.ledger.recorded() ?? (await store.open(probe.id)));
      if (started && !probe.suspended) {
        scheduler.add(probe.id, { interval: probe.interval, phase });
      }
    },
    unwatch: remove,
    async reopen(id) {
      const recorded = await store.open(id);
      const entry = watched.get(id);
      if (entry === undefined) return;
      watched.set(id, { ...entry, ledger: openLedger(entry.probe, recorded, settings) });
    },
    runNow: id => scheduler.runNow(id),
    start() {
      started = true;
      schedule([...watched.values()].map(({ probe }) => probe));
    },
    runOnce: (id, signal) => run(id, clock.now(), signal),
    async stop(signal) {
      const cancel = () => {
        isCanceled = true;
        for (const end of running.keys()) end.abort();
      };
      if (signal.aborted) cancel();
      signal.addEventListener('abort', cancel, { once: true });
      await scheduler.stop();
      signal.removeEventListener('abort', cancel);
      for (const entry of watched.values()) checkpoint(entry);
    },
  };
}
