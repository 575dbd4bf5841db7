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
  readonly store: StateStore;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** Runs at once. */
  readonly concurrency: number;
  /** Called with every run once it is judged and its change handed to the recorder. */
  readonly onJudged: (judgement: Judgement) => void;
  /** The probe is not run any more, or not for now: nothing said of it holds. */
  readonly onRemoved: (probeId: string) => void;
  /** Milliseconds between a run's scheduled and its actual start. */
  readonly onLag: (ms: number) => void;
  /** A defect: a run never rejects for what its target does. */
  readonly onError: (error: unknown, probeId: string) => void;
}

export interface Monitor {
  /**
   * Watches exactly these probes: new ones start spread, changed ones keep their alert states. Rejects, with
   * nothing changed, where the record of a new one cannot be opened. To be called one at a time.
   */
  replace(probes: readonly CompiledProbe[]): Promise<void>;
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
  const canceled = new AbortController();
  let started = false;

  const run = async (
    id: string,
    scheduledAt: number,
    signal: AbortSignal,
  ): Promise<Judgement | undefined> => {
    const entry = watched.get(id);
    if (entry === undefined) return undefined;
    const runSettings: RunSettings = { ...settings.run, signal };
    const probeRun = await runProbe(entry.probe, entry.session, scheduledAt, runSettings);
    // A result of a version that was replaced or removed meanwhile, or of a canceled run, counts for nothing.
    if (watched.get(id) !== entry || signal.aborted) return undefined;
    const judgement = entry.ledger.judge(probeRun, settings.run.now());
    if (judgement.change) recorder.put(judgement.change);
    settings.onJudged(judgement);
    return judgement;
  };

  const scheduler = createScheduler({
    clock,
    concurrency: settings.concurrency,
    run: async (id, due) => {
      await run(id, due, canceled.signal);
    },
    onLag: (_, ms) => settings.onLag(ms),
    onError: (id, error) => settings.onError(error, id),
  });

  const checkpoint = ({ ledger }: Watched) => {
    const change = ledger.checkpoint();
    if (change) recorder.put(change);
  };

  const remove = (id: string, entry: Watched) => {
    checkpoint(entry);
    watched.delete(id);
    scheduler.remove(id);
    settings.onRemoved(id);
  };

  const openNew = async (probes: readonly CompiledProbe[]) => {
    const unwatched = probes.filter(({ id }) => !watched.has(id));
    const opening = unwatched.map(async ({ id }) => [id, await store.open(id)] as const);
    return new Map(await Promise.all(opening));
  };

  const put = (probe: CompiledProbe, recorded: RecordedProbe) => {
    const before = watched.get(probe.id);
    if (before) checkpoint(before);
    const ledger = openLedger(probe, recorded, settings);
    if (probe.suspended) {
      scheduler.remove(probe.id);
      settings.onRemoved(probe.id);
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

  return {
    async replace(probes) {
      const opened = await openNew(probes);
      const ids = new Set(probes.map(({ id }) => id));
      for (const [id, entry] of watched) if (!ids.has(id)) remove(id, entry);
      for (const probe of probes) {
        const before = watched.get(probe.id);
        if (before?.probe.digest === probe.digest) continue;
        const recorded = before?.ledger.recorded() ?? opened.get(probe.id);
        if (recorded) put(probe, recorded);
      }
      if (started) schedule(probes);
    },
    start() {
      started = true;
      schedule([...watched.values()].map(({ probe }) => probe));
    },
    runOnce: (id, signal) => run(id, clock.now(), signal),
    async stop(signal) {
      const cancel = () => canceled.abort();
      if (signal.aborted) cancel();
      signal.addEventListener('abort', cancel, { once: true });
      await scheduler.stop();
      signal.removeEventListener('abort', cancel);
      for (const entry of watched.values()) checkpoint(entry);
    },
  };
}
