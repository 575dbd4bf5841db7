import { describe, expect, test } from 'vitest';
import {
  answeredHttps,
  exampleAlert,
  exampleProbe,
  exampleRequest,
  refused,
} from '../fixtures/example-run.ts';
import { createFakeClock } from '../fixtures/fake-clock.ts';
import { createStateFiles } from '../fixtures/state-files.ts';
import type { Judgement } from './alert/judgement.ts';
import { createMonitor } from './monitor.ts';
import type { CompiledProbe } from './probe/compiled.ts';
import type { RunContext } from './protocol/protocol.ts';
import type { Result } from './protocol/result.ts';
import { createRecorder } from './state/recorder.ts';
import type { StateChange } from './state/store.ts';

const never = new AbortController().signal;

/** A monitor on a fake clock with a state file in memory; targets answer what the test says, 200 at first. */
function setUp() {
  const clock = createFakeClock();
  const file = createStateFiles().open(':memory:', { now: clock.wallTime });
  const disk = { isBroken: false };
  let current = async (probe: CompiledProbe): Promise<CompiledProbe | undefined> => probe;
  const runs: [probe: string, at: number][] = [];
  const judged: Judgement[] = [];
  const recorded: StateChange[] = [];
  const removed: string[] = [];
  const errors: unknown[] = [];
  let ask = async (_: RunContext): Promise<Result> => answeredHttps();
  const store = {
    ...file.store,
    open: async (id: string) => {
      if (disk.isBroken) throw new Error('the disk is full');
      return file.store.open(id);
    },
  };
  const recorder = createRecorder({
    store,
    onRecorded: change => recorded.push(change),
    onError: error => errors.push(error),
    clock,
  });
  const monitor = createMonitor({
    run: { egress: { resolve: async () => [] }, maxBody: 0, now: clock.wallTime },
    store,
    recorder,
    clock,
    concurrency: 10,
    evidenceSpan: 60_000,
    channels: () => ['ops'],
    current: probe => current(probe),
    onJudged: judgement => judged.push(judgement),
    onRemoved: id => removed.push(id),
    onLag() {},
    onError: error => errors.push(error),
  });

  /** Each alert becomes an incident after two true results. */
  const probe = (id: string, fields: Partial<CompiledProbe> & { alerts?: string[] } = {}) => {
    const { alerts = ['down'], ...rest } = fields;
    const request = exampleRequest({
      alerts: alerts.map(key => exampleAlert(key)),
      send(_, context) {
        runs.push([id, clock.now()]);
        return ask(context);
      },
    });
    const digest = JSON.stringify([id, fields]);
    return exampleProbe(id, { requests: [request], digest, ...rest });
  };
  return {
    clock,
    disk,
    monitor,
    store: file.store,
    makeCurrent: (find: typeof current) => {
      current = find;
    },
    probe,
    runs,
    judged,
    removed,
    answer: (result: Result) => {
      ask = async () => result;
    },
    /** The next runs wait for what is returned to be resolved, or for their cancellation. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<Result>();
      ask = ({ signal }) => {
        const { promise: canceled, resolve: cancel } = Promise.withResolvers<Result>();
        signal.addEventListener('abort', () => cancel(refused()));
        return Promise.race([promise, canceled]);
      };
      return resolve;
    },
    runsOf: (id: string) => runs.filter(([of]) => of === id).map(([, at]) => at),
    streaks: () => judged.map(({ requests }) => requests[0]?.alerts[0]?.state.streak),
    recorded: async () => {
      await recorder.flush(never);
      expect(errors).toEqual([]);
      return recorded;
    },
    transitions: async () => {
      await recorder.flush(never);
      return recorded.flatMap(({ transitions }) => transitions);
    },
  };
}

describe('schedule', () => {
  test('probes run every interval, their first runs spread in the order entered', async () => {
    const { clock, monitor, probe, runsOf } = setUp();
    await monitor.replace([probe('a'), probe('b', { interval: 20_000 })]);
    monitor.start();
    await clock.advance(25_000);
    expect(runsOf('a')).toEqual([0, 10_000, 20_000]);
    expect(runsOf('b')).toEqual([5000, 25_000]);
  });

  test('nothing runs before start, save what is run once', async () => {
    const { clock, monitor, probe, runs, judged } = setUp();
    await monitor.replace([probe('a')]);
    await clock.advance(30_000);
    expect(runs).toEqual([]);
    const judgement = await monitor.runOnce('a', never);
    expect(judged).toEqual([judgement]);
    expect(await monitor.runOnce('stranger', never)).toBeUndefined();
  });

  test('a run once that is canceled counts for nothing', async () => {
    const { monitor, probe, hold, judged, clock } = setUp();
    hold();
    await monitor.replace([probe('a')]);
    const end = new AbortController();
    const run = monitor.runOnce('a', end.signal);
    await clock.advance(10);
    end.abort();
    expect(await run).toBeUndefined();
    expect(judged).toEqual([]);
  });
});

describe('replace', () => {
  test('leaves those that are the same on their schedule, and starts new ones spread', async () => {
    const { clock, monitor, probe, runsOf } = setUp();
    const a = probe('a');
    await monitor.replace([a]);
    monitor.start();
    await clock.advance(12_000);
    await monitor.replace([probe('b'), a]);
    await clock.advance(18_000);
    expect(runsOf('a')).toEqual([0, 10_000, 20_000, 30_000]);
    expect(runsOf('b')).toEqual([12_000, 22_000]);
  });

  test('a changed probe goes on counting and stays on its grid', async () => {
    const { clock, monitor, probe, answer, runsOf, transitions } = setUp();
    await monitor.replace([probe('a')]);
    answer(refused());
    monitor.start();
    await clock.advance(5000);
    await monitor.replace([probe('a', { description: 'changed' })]);
    await clock.advance(5000);
    expect(runsOf('a')).toEqual([0, 10_000]);
    expect(await transitions()).toMatchObject([
      { type: 'incident', probe: { description: 'changed' } },
    ]);
  });

  test('a changed interval is the new one from now on', async () => {
    const { clock, monitor, probe, runsOf } = setUp();
    await monitor.replace([probe('a')]);
    monitor.start();
    await clock.advance(3000);
    await monitor.replace([probe('a', { interval: 2000 })]);
    await clock.advance(4000);
    expect(runsOf('a')).toEqual([0, 3000, 5000, 7000]);
  });

  test('a removed probe runs no more, is told of, and keeps its record for its return', async () => {
    const { clock, monitor, probe, answer, runsOf, removed, transitions } = setUp();
    answer(refused());
    await monitor.replace([probe('a')]);
    monitor.start();
    await clock.advance(5000);
    await monitor.replace([]);
    expect(removed).toEqual(['a']);
    await clock.advance(60_000);
    expect(runsOf('a')).toEqual([0]);
    await monitor.replace([probe('a')]);
    await clock.advance(1);
    expect(await transitions()).toMatchObject([{ type: 'incident' }]);
  });

  test('a suspended probe runs no more, recovers from nothing, and goes on counting after', async () => {
    const { clock, monitor, probe, answer, runsOf, removed, transitions } = setUp();
    answer(refused());
    await monitor.replace([probe('a')]);
    monitor.start();
    await clock.advance(15_000);
    await monitor.replace([probe('a', { suspended: true })]);
    expect(removed).toEqual(['a']);
    await clock.advance(60_000);
    expect(runsOf('a')).toEqual([0, 10_000]);
    answer(answeredHttps());
    await monitor.replace([probe('a')]);
    await clock.advance(10_000);
    expect((await transitions()).map(({ type }) => type)).toEqual(['incident', 'recovery']);
  });

  test('an alert that went and came back gives no id a second time', async () => {
    const { clock, monitor, probe, answer, transitions } = setUp();
    answer(refused());
    await monitor.replace([probe('a')]);
    monitor.start();
    await clock.advance(15_000);
    await monitor.replace([probe('a', { alerts: ['other'] })]);
    await clock.advance(1000);
    await monitor.replace([probe('a')]);
    await clock.advance(20_000);
    expect((await transitions()).map(({ type }) => type)).toEqual(['incident', 'incident']);
    expect(new Set((await transitions()).map(({ id }) => id)).size).toBe(2);
  });

  test.each(['changed', 'removed', 'suspended'])(
    'the result of a run whose probe was %s meanwhile counts for nothing',
    async how => {
      const { clock, monitor, probe, hold, judged, recorded } = setUp();
      const end = hold();
      await monitor.replace([probe('a')]);
      monitor.start();
      await clock.advance(1);
      const next = {
        changed: [probe('a', { description: 'changed' })],
        removed: [],
        suspended: [probe('a', { suspended: true })],
      }[how];
      await monitor.replace(next ?? []);
      end(refused());
      await clock.advance(1);
      expect(judged).toEqual([]);
      expect(await recorded()).toEqual([]);
    },
  );

  test('a changed probe waits for no run of its last version', async () => {
    const { clock, monitor, probe, hold, answer, runsOf, judged } = setUp();
    hold();
    await monitor.replace([probe('a')]);
    monitor.start();
    await clock.advance(25_000);
    answer(refused());
    await monitor.replace([probe('a', { description: 'changed' })]);
    await clock.advance(10_000);
    expect(runsOf('a')).toEqual([0, 25_000, 30_000]);
    expect(judged.map(({ probe }) => probe.description)).toEqual(['changed', 'changed']);
  });

  test('changes nothing where the record of a new probe cannot be opened', async () => {
    const { clock, monitor, probe, disk, runsOf, removed } = setUp();
    await monitor.replace([probe('a')]);
    monitor.start();
    disk.isBroken = true;
    await expect(monitor.replace([probe('b')])).rejects.toThrow('the disk is full');
    await clock.advance(10_000);
    expect(runsOf('a')).toEqual([0, 10_000]);
    expect(removed).toEqual([]);
  });
});

describe('one probe at a time', () => {
  test('a probe first runs after its phase, and stays on its grid when it is changed', async () => {
    const { clock, monitor, probe, answer, runsOf, transitions } = setUp();
    answer(refused());
    monitor.start();
    await monitor.watch(probe('a'), 4000);
    await clock.advance(6000);
    await monitor.watch(probe('a', { description: 'changed' }), 1);
    await clock.advance(9000);
    expect(runsOf('a')).toEqual([4000, 14_000]);
    expect(await transitions()).toMatchObject([{ probe: { description: 'changed' } }]);
  });

  test('one that is watched no more hands its counts over, once', async () => {
    const { clock, monitor, probe, answer, runsOf, removed, recorded } = setUp();
    answer(refused());
    monitor.start();
    await monitor.watch(probe('a'), 0);
    await clock.advance(1000);
    monitor.unwatch('a');
    monitor.unwatch('a');
    await clock.advance(30_000);
    expect(runsOf('a')).toEqual([0]);
    expect(removed).toEqual(['a']);
    expect(await recorded()).toMatchObject([{ states: [{ state: { streak: 1 } }] }]);
  });

  test('reopened, it goes on from what somebody else recorded', async () => {
    const { clock, monitor, probe, store, answer, recorded, transitions } = setUp();
    answer(refused());
    monitor.start();
    await monitor.watch(probe('a', { alerts: ['down', 'slow'] }), 0);
    await clock.advance(1000);
    const { uid } = await store.open('a');
    const state = { status: 'incident', streak: 0, beganAt: 0, sequence: 7 } as const;
    const states = [{ request: 'home', alert: 'down', state }];
    await store.record({ uid, states, transitions: [], channels: [] });
    await monitor.reopen('a');
    await clock.advance(20_000);
    expect((await transitions()).map(({ alert }) => alert.name)).toEqual(['slow']);
    expect(await recorded()).toHaveLength(1);
  });

  test('reopened during a run, that run counts on top of what was recorded', async () => {
    const { clock, monitor, probe, store, hold, judged, transitions } = setUp();
    const end = hold();
    monitor.start();
    await monitor.watch(probe('a'), 0);
    await clock.advance(1000);
    const { uid } = await store.open('a');
    const state = { status: 'normal', streak: 1, streakSince: 0, sequence: 2 } as const;
    const states = [{ request: 'home', alert: 'down', state }];
    await store.record({ uid, states, transitions: [], channels: [] });
    await monitor.reopen('a');
    end(refused());
    await clock.advance(1000);
    expect(judged).toHaveLength(1);
    expect(await transitions()).toMatchObject([{ type: 'incident' }]);
  });

  test('one that is watched no more and then again waits for no run from before', async () => {
    const { clock, monitor, probe, hold, runsOf, judged } = setUp();
    const end = hold();
    monitor.start();
    await monitor.watch(probe('a'), 0);
    await clock.advance(1000);
    monitor.unwatch('a');
    await monitor.watch(probe('a'), 2000);
    await clock.advance(5000);
    expect(runsOf('a')).toEqual([0, 3000]);
    end(refused());
    await clock.advance(1000);
    expect(judged).toHaveLength(1);
  });

  test('made due now it runs once more, and stays on its grid', async () => {
    const { clock, monitor, probe, runsOf } = setUp();
    monitor.start();
    await monitor.watch(probe('a'), 0);
    await clock.advance(3000);
    expect(monitor.runNow('a')).toBe(true);
    expect(monitor.runNow('stranger')).toBe(false);
    await clock.advance(8000);
    expect(runsOf('a')).toEqual([0, 3000, 10_000]);
  });

  test('a suspended probe can’t be made due', async () => {
    const { monitor, probe } = setUp();
    monitor.start();
    await monitor.watch(probe('a', { suspended: true }), 0);
    expect(monitor.runNow('a')).toBe(false);
  });
});

describe('what is to be run now', () => {
  test('is asked for before each run, and keeps the counts', async () => {
    const { clock, monitor, probe, makeCurrent, answer, judged, streaks } = setUp();
    answer(refused());
    makeCurrent(async () => probe('a', { description: 'with a new secret' }));
    monitor.start();
    await monitor.watch(probe('a', { alerts: ['down'] }), 0);
    await clock.advance(11_000);
    expect(judged.map(({ probe }) => probe.description)).toEqual([
      'with a new secret',
      'with a new secret',
    ]);
    expect(streaks()).toEqual([1, 0]);
  });

  test('may be nothing: the run is left out', async () => {
    const { clock, monitor, probe, makeCurrent, runsOf, judged } = setUp();
    makeCurrent(async () => undefined);
    monitor.start();
    await monitor.watch(probe('a'), 0);
    await clock.advance(15_000);
    makeCurrent(async probe => probe);
    await clock.advance(5000);
    expect(runsOf('a')).toEqual([20_000]);
    expect(judged).toHaveLength(1);
  });

  test('is the version that came while it was asked for', async () => {
    const { clock, monitor, probe, makeCurrent, judged } = setUp();
    const asked = Promise.withResolvers<undefined>();
    makeCurrent(() => asked.promise);
    monitor.start();
    await monitor.watch(probe('a'), 0);
    await clock.advance(1);
    await monitor.watch(probe('a', { description: 'changed' }), 0);
    asked.resolve(undefined);
    await clock.advance(1);
    expect(judged).toMatchObject([{ probe: { description: 'changed' } }]);
  });
});

describe('stop', () => {
  test('lets what runs end, starts nothing more, and records the counts in progress', async () => {
    const { clock, monitor, probe, hold, runsOf, recorded, streaks } = setUp();
    const end = hold();
    await monitor.replace([probe('a')]);
    monitor.start();
    await clock.advance(1);
    const stopped = monitor.stop(never);
    await clock.advance(30_000);
    end(refused());
    await stopped;
    await clock.advance(30_000);
    expect(runsOf('a')).toEqual([0]);
    expect(streaks()).toEqual([1]);
    expect(await recorded()).toMatchObject([
      { transitions: [], states: [{ state: { streak: 1 } }] },
    ]);
  });

  test.each(['during it', 'before it'])(
    'cancels what still runs once its signal aborts, %s',
    async when => {
      const { clock, monitor, probe, answer, hold, judged, recorded } = setUp();
      answer(refused());
      await monitor.replace([probe('a')]);
      monitor.start();
      await clock.advance(5000);
      hold();
      await clock.advance(5000);
      const end = new AbortController();
      if (when === 'before it') end.abort();
      const stopped = monitor.stop(end.signal);
      end.abort();
      await stopped;
      await clock.advance(1);
      expect(judged).toHaveLength(1);
      expect(await recorded()).toMatchObject([{ states: [{ state: { streak: 1 } }] }]);
    },
  );
});
