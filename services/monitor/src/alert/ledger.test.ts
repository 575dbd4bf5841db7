import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transitionsOf } from '../../fixtures/alert-model.ts';
import { answer, compiled, refusal, runOf } from '../../fixtures/runs.ts';
import type { CompiledProbe } from '../probe/compiled.ts';
import type { Result } from '../protocol/result.ts';
import { openStateFile } from '../state/sqlite.ts';
import type { KeyedState, StateChange } from '../state/store.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { Outcome } from './state.ts';
import type { Transition } from './transition.ts';

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const settings = { evidenceSpan: 0, channels: () => ['pager'] };
const url = 'http://shop/';

const open = (probe: CompiledProbe, states: readonly KeyedState[] = [], span = 0) =>
  openLedger(probe, { uid: 'u1', states }, { ...settings, evidenceSpan: span });

/** Judges one result of the probe's only request after the other, a second apart. */
function judgeAll(probe: CompiledProbe, results: readonly (Result | undefined)[]): Transition[] {
  const ledger = open(probe);
  return results.flatMap((result, n) => ledger.judge(runOf(probe, result), n * 1000).transitions);
}

function judgeEach(ledger: Ledger, probe: CompiledProbe, results: readonly Result[]): void {
  for (const [n, result] of results.entries()) ledger.judge(runOf(probe, result), n * 1000);
}

const told = (transitions: readonly Transition[]) =>
  transitions.map(({ type, alert }) => `${type} ${alert.name}`);

const repeat = (times: number, result: Result | undefined) =>
  Array.from({ length: times }, () => result);

describe('outages that pretend to heal', () => {
  const readsJson = compiled({
    requests: [
      {
        url,
        incidentThreshold: 2,
        recoveryThreshold: 2,
        alerts: [{ assertion: 'response.body.ok != true' }],
      },
    ],
  });
  const broken = answer(500, { ok: false });
  const page = answer(502, '<html>Bad gateway</html>');
  const well = answer(200, { ok: true });

  test('an HTML page where the assertion reads JSON is no recovery', () => {
    const transitions = judgeAll(readsJson, [broken, broken, ...repeat(2, page)]);
    expect(told(transitions)).toEqual(['incident response.body.ok != true']);
  });

  test('an HTML page hides no outage: three in a row are an incident of their own', () => {
    const transitions = judgeAll(readsJson, [...repeat(10, page), well, well]);
    expect(told(transitions)).toEqual(['incident assertion-error', 'recovery assertion-error']);
  });

  test('refused connections between the pages neither count nor break the count', () => {
    const transitions = judgeAll(readsJson, [page, refusal(), page, refusal(), page]);
    expect(told(transitions)).toEqual(['incident assertion-error']);
  });

  test('a refused connection is one incident, whatever the alerts read', () => {
    const alerts = [
      { assertion: 'response.status != 200' },
      { assertion: 'response.body.ok != true' },
      { assertion: 'response.size < 10' },
      { assertion: 'response.time > 2000' },
      { assertion: "not(includes(response.headers['content-type'], 'json'))" },
    ];
    const probe = compiled({ requests: [{ url, incidentThreshold: 1, alerts }] });
    expect(told(judgeAll(probe, repeat(9, refusal())))).toEqual([
      'incident response.status != 200',
    ]);
  });

  test('a refused connection is an incident where no alert is true of its code', () => {
    const transitions = judgeAll(readsJson, repeat(9, refusal()));
    expect(told(transitions)).toEqual(['incident unreachable']);
  });

  test('a refused connection is no recovery', () => {
    const transitions = judgeAll(readsJson, [broken, broken, ...repeat(2, refusal()), broken]);
    expect(told(transitions)).toEqual([
      'incident response.body.ok != true',
      'incident unreachable',
    ]);
  });

  test('a skipped request says nothing of its alerts', () => {
    const transitions = judgeAll(readsJson, [broken, undefined, broken, undefined]);
    expect(transitions).toEqual([]);
  });
});

describe('a request without alerts', () => {
  test.each([
    [199, 1],
    [200, 0],
    [299, 0],
    [300, 1],
    [404, 1],
    [500, 1],
  ])('with status %d has %d incidents', (status, count) => {
    const probe = compiled({ requests: [{ url, incidentThreshold: 1 }] });
    expect(judgeAll(probe, [answer(status)])).toHaveLength(count);
  });

  test('is judged by its probe’s alerts where there are any', () => {
    const probe = compiled({
      incidentThreshold: 1,
      alerts: [{ name: 'slow', assertion: 'response.time > 1' }],
      requests: [{ url }],
    });
    expect(told(judgeAll(probe, [answer(500)]))).toEqual(['incident slow']);
  });
});

describe('a transition', () => {
  const alerts = [
    {
      name: 'down',
      assertion: 'response.status != 200',
      message: 'status {{ response.status }} at {{ probe.name }}',
      severity: 'critical' as const,
    },
  ];
  const probe = compiled({
    description: 'The shop',
    requests: [{ url, incidentThreshold: 2, recoveryThreshold: 3, alerts }],
  });

  test('says everything a receiver needs', () => {
    const [incident] = judgeAll(probe, [answer(200), answer(500), answer(503)]);
    expect(incident).toMatchObject({
      type: 'incident',
      probe: { id: 'shop', name: 'Shop', description: 'The shop' },
      request: { name: 'GET http://shop/', kind: 'http', target: 'http://shop/' },
      alert: { name: 'down', assertion: 'response.status != 200', severity: 'critical' },
      message: 'status 503 at Shop',
      response: { status: 503 },
      beganAt: 1000,
      at: 2000,
    });
    expect(incident?.evidence.map(({ status }) => status)).toEqual([200, 500, 503]);
  });

  test('never shows a secret of the probe or of the run', () => {
    const secret = 'correct-horse-battery';
    const leaking = compiled(
      {
        requests: [
          {
            url,
            headers: { authorization: 'Bearer {{ env.TOKEN }}' },
            incidentThreshold: 1,
            alerts: [
              {
                assertion: 'response.status != 200',
                message: '{{ response.body.echo }} {{ env.TOKEN }} {{ response.body.taken }}',
              },
            ],
          },
        ],
      },
      { TOKEN: secret },
    );
    const run = runOf(leaking, answer(500, { echo: `was ${secret}`, taken: 'from-a-response' }));
    const { transitions } = open(leaking).judge({ ...run, secrets: ['from-a-response'] }, 0);
    expect(JSON.stringify(transitions)).not.toMatch(/correct-horse-battery|from-a-response/);
    expect(transitions[0]?.message).toBe('was [redacted] [redacted] [redacted]');
  });
});

describe('the record', () => {
  const probe = compiled({ requests: [{ url, incidentThreshold: 3, recoveryThreshold: 2 }] });

  test('gets nothing from a healthy probe', () => {
    const ledger = open(probe);
    for (let n = 0; n < 50; n++) {
      expect(ledger.judge(runOf(probe, answer(200)), n).change).toBeUndefined();
    }
    expect(ledger.checkpoint()).toBeUndefined();
  });

  test('gets counts only once the evidence not yet recorded spans as long as set', () => {
    const ledger = open(probe, [], 60_000);
    expect(ledger.judge(runOf(probe, answer(500)), 0).change).toBeUndefined();
    expect(ledger.judge(runOf(probe, answer(500)), 59_999).change).toBeUndefined();
    const again = open(probe, [], 60_000);
    expect(again.judge(runOf(probe, answer(500)), 0).change).toBeUndefined();
    expect(again.judge(runOf(probe, answer(500)), 60_000).change?.states).toMatchObject([
      { state: { streak: 2 } },
    ]);
  });

  test('gets counts in progress at a hand-over, once', () => {
    const ledger = open(probe, [], 60_000);
    ledger.judge(runOf(probe, answer(500)), 0);
    expect(ledger.checkpoint()?.states).toMatchObject([{ state: { streak: 1 } }]);
    expect(ledger.checkpoint()).toBeUndefined();
  });

  test('gets a new streak that is as long as the recorded one', () => {
    const ledger = open(probe, [], 60_000);
    ledger.judge(runOf(probe, answer(500)), 0);
    ledger.checkpoint();
    ledger.judge(runOf(probe, answer(200)), 1000);
    ledger.judge(runOf(probe, answer(500)), 2000);
    expect(ledger.checkpoint()?.states).toMatchObject([
      { state: { streak: 1, streakSince: 2000 } },
    ]);
  });

  test('puts the state of an alert that is gone to rest, keeping its sequence', () => {
    const gone = {
      request: 'GET http://shop/',
      alert: 'old',
      state: { status: 'incident' as const, streak: 0, beganAt: 1, sequence: 7 },
    };
    const { change } = open(probe, [gone]).judge(runOf(probe, answer(200)), 0);
    expect(change?.states).toEqual([
      { ...gone, state: { status: 'normal', streak: 0, sequence: 7 } },
    ]);
    expect(change?.transitions).toEqual([]);
  });
});

describe('what lasts', () => {
  const alerts = [{ name: 'down', assertion: 'response.status != 200' }];
  const probe = compiled({
    requests: [{ url, incidentThreshold: 2, recoveryThreshold: 2, alerts }],
  });

  test('is the incident from its transition to its recovery, with the last results', () => {
    const ledger = open(probe);
    const judge = (result: Result, at: number) => ledger.judge(runOf(probe, result), at);
    expect(judge(answer(500), 1000).lasting).toEqual([]);
    const { transitions, lasting } = judge(answer(502), 2000);
    expect(lasting).toEqual(transitions);
    const [later] = judge(answer(503), 3000).lasting;
    expect(later).toMatchObject({
      id: transitions[0]?.id,
      type: 'incident',
      response: { status: 503 },
      evidence: [{ status: 502 }, { status: 503 }],
      beganAt: 1000,
      at: 3000,
    });
    expect(judge(answer(200), 4000).lasting).toMatchObject([{ response: { status: 200 } }]);
    const recovery = judge(answer(200), 5000);
    expect(recovery.transitions).toMatchObject([{ type: 'recovery' }]);
    expect(recovery.lasting).toEqual([]);
  });

  test('is kept apart from the results of later runs', () => {
    const ledger = open(probe);
    judgeEach(ledger, probe, [answer(500), answer(500)]);
    const { lasting } = ledger.judge(runOf(probe, answer(501)), 3000);
    ledger.judge(runOf(probe, answer(502)), 4000);
    expect(lasting[0]?.evidence.map(({ status }) => status)).toEqual([500, 501]);
  });

  test('lasts over results that say nothing of it', () => {
    const ledger = open(probe);
    judgeEach(ledger, probe, [answer(500), answer(500)]);
    expect(ledger.judge(runOf(probe, refusal()), 3000).lasting).toMatchObject([
      { alert: { name: 'down' }, response: { status: 2 } },
    ]);
  });

  test('leaves out the requests that were not sent', () => {
    const two = compiled({
      requests: ['home', 'cart'].map(name => ({ name, url, incidentThreshold: 1, alerts })),
    });
    const ledger = open(two);
    ledger.judge(runOf(two, answer(500), answer(500)), 0);
    const { lasting } = ledger.judge(runOf(two, answer(500), undefined), 1000);
    expect(lasting.map(({ request }) => request.name)).toEqual(['home']);
  });

  test('shows no secret', () => {
    const leaking = compiled(
      {
        requests: [
          {
            url,
            incidentThreshold: 1,
            alerts: [
              { ...alerts[0], assertion: 'true', message: '{{ response.body }} {{ env.TOKEN }}' },
            ],
          },
        ],
      },
      { TOKEN: 'correct-horse-battery' },
    );
    const ledger = open(leaking);
    ledger.judge(runOf(leaking, answer(500)), 0);
    const later = ledger.judge(runOf(leaking, answer(500, 'so correct-horse-battery')), 1000);
    expect(later.lasting[0]?.message).toBe('so [redacted] [redacted]');
  });
});

const outcome = fc.constantFrom<Outcome>('true', 'true', 'success', 'success', 'unknown');
const results = { true: answer(500), success: answer(200), unknown: undefined };

test('an alert without a recorded state goes on from the record’s sequence', () => {
  const probe = compiled({ requests: [{ url, incidentThreshold: 1 }] });
  const ledger = openLedger(probe, { uid: 'u1', states: [], sequence: 7 }, settings);
  expect(ledger.recorded()).toMatchObject({ sequence: 7 });
  const { change } = ledger.judge(runOf(probe, refusal()), 0);
  expect(change?.states.map(({ state }) => state.sequence)).toEqual([8]);
});

const idAndBeginning = ({ id, beganAt }: Transition) => ({ id, beganAt });

test('over random results and restarts, a real state file gives each transition of the model once, with an id of its own, and what lasts in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ outcome, restarts: fc.boolean() }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, incidentThreshold, recoveryThreshold) => {
        const probe = compiled({
          requests: [
            {
              url,
              incidentThreshold,
              recoveryThreshold,
              alerts: [{ assertion: 'response.status != 200' }],
            },
          ],
        });
        const { store, close } = openStateFile(':memory:', { log });
        const seen: Transition[] = [];
        const record = async (change: StateChange | undefined) => {
          if (change) await store.record(change);
        };
        let ledger = openLedger(probe, await store.open(probe.id), settings);
        for (const [n, { outcome, restarts }] of steps.entries()) {
          const { transitions, lasting, change } = ledger.judge(runOf(probe, results[outcome]), n);
          seen.push(...transitions);
          const last = seen.at(-1);
          const lasts = last?.type === 'incident' && outcome !== 'unknown' ? [last] : [];
          expect(lasting.map(idAndBeginning)).toEqual(lasts.map(idAndBeginning));
          expect(lasting.map(({ response }) => response.at)).toEqual(lasts.map(() => n));
          await record(change);
          if (restarts) ledger = openLedger(probe, await store.open(probe.id), settings);
        }
        await close();
        const model = transitionsOf(
          steps.map(({ outcome }) => outcome),
          { incident: incidentThreshold, recovery: recoveryThreshold },
        );
        expect(seen.map(({ at, type }) => ({ index: at, type }))).toEqual(model);
        expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      },
    ),
  );
});
