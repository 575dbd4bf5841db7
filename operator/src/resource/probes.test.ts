import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeProbe, probes } from './probes.ts';

const metadata = {
  name: 'shop',
  namespace: 'store',
  uid: 'c0ffee',
  resourceVersion: '7',
  generation: 2,
};
const spec = { requests: [{ url: 'http://shop/' }] };

const condition = {
  type: 'Ready',
  status: 'True',
  reason: 'Scheduled',
  message: 'one request every 10 s',
  lastTransitionTime: '2026-01-02T03:04:05Z',
  observedGeneration: 2,
};
const alert = { request: 'GET http://shop/', alert: 'slow', state: 'incident', sequence: 3 };
const pending = {
  id: 'a1',
  type: 'incident',
  request: { name: 'GET http://shop/', kind: 'http', target: 'http://shop/' },
  alert: { name: 'slow', assertion: 'response.time > 100', severity: 'critical' },
  message: 'the shop is slow',
  response: { at: '2026-01-02T03:04:05.678Z', status: 200, statusText: 'OK', time: 120.5 },
  beganAt: '2026-01-02T03:04:05Z',
  at: '2026-01-02T03:04:05Z',
  deliveries: [{ channel: 'ops', attempts: 0 }],
};
const status = {
  observedGeneration: 2,
  conditions: [condition],
  incidents: 1,
  alerts: [alert],
  sequence: 3,
  pending: [pending],
  lastRunNow: 'today',
};

const statusOf = (value: unknown) => decodeProbe({ metadata, spec, status: value }).status;

describe('decodeProbe', () => {
  it('returns a Probe as the server has it, in an event and in a list, which leaves out kinds', () => {
    const probe = { apiVersion: 'picket.dev/v1', kind: 'Probe', metadata, spec, status };
    expect(decodeProbe(probe)).toEqual(probe);
    expect(probes.decode({ metadata, spec })).toEqual({
      apiVersion: 'picket.dev/v1',
      kind: 'Probe',
      metadata,
      spec,
    });
  });

  it.each<[unknown]>([
    [undefined],
    [null],
    ['shop'],
    [{ spec }],
    ...['name', 'namespace', 'uid', 'resourceVersion', 'generation'].map(
      missing => [{ metadata: { ...metadata, [missing]: undefined }, spec }] satisfies [unknown],
    ),
    [{ metadata: { ...metadata, generation: '2' }, spec }],
    [{ metadata: { ...metadata, annotations: { 'picket.dev/run-now': 1 } }, spec }],
  ])('refuses %j, which no server sends', value => {
    expect(() => decodeProbe(value)).toThrow(/no Probe/);
  });

  it.each([[3], [null], ['requests'], [undefined]])(
    'leaves it to others to check the spec %j',
    spec => {
      expect(decodeProbe({ metadata, spec }).spec).toBe(spec);
    },
  );

  it('keeps the annotations but for the manifest that kubectl apply puts there', () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
      'picket.dev/run-now': 'today',
    };
    const probe = decodeProbe({
      metadata: { ...metadata, annotations, managedFields: [{}] },
      spec,
    });
    expect(probe.metadata).toEqual({
      ...metadata,
      annotations: { 'picket.dev/run-now': 'today' },
    });
  });

  it.each([
    [{}, {}],
    ['healthy', undefined],
    [null, undefined],
    [{ conditions: 'Ready' }, {}],
    [
      { ...status, incidents: -1 },
      { ...status, incidents: undefined },
    ],
    [{ ...status, alerts: [{ ...alert, sequence: '3' }, alert] }, status],
    [{ ...status, alerts: [null, alert, { ...alert, state: 'broken' }] }, status],
    [{ ...status, conditions: [{ ...condition, lastTransitionTime: 'today' }, condition] }, status],
    [{ ...status, conditions: [condition, { ...condition, type: 'Mended' }] }, status],
    [{ ...status, pending: [pending, { ...pending, deliveries: [{ channel: 3 }] }] }, status],
    [{ incidents: '1', constructor: 1, unheardOf: true }, {}],
  ])('takes of the status %j what has the right form', (mangled, expected) => {
    expect(statusOf(mangled)).toEqual(expected);
  });

  it('is stopped by no status, and takes what it returned once for what it is', () => {
    const mangled = fc.record(
      Object.fromEntries(
        Object.entries(status).map(([name, value]) => [
          name,
          fc.oneof(fc.constant(value), fc.jsonValue(), fc.array(fc.jsonValue())),
        ]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(mangled, fc.jsonValue()), value => {
        const decoded = statusOf(value);
        expect(statusOf(decoded)).toEqual(decoded);
      }),
    );
  });
});
