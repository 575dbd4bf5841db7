import type { Judgement } from '../alert/judgement.ts';
import { openLedger } from '../alert/ledger.ts';
import type { CompiledAlert, CompiledProbe, CompiledRequest } from '../probe/compiled.ts';
import { failed } from '../protocol/failed.ts';
import type { Answered, Failed, Measurement } from '../protocol/result.ts';
import type { RequestRun } from '../run/probe-run.ts';

/** Probes, results and judged runs for the tests of what is exported of them. */
export function exampleProbe(id: string, fields: Partial<CompiledProbe> = {}): CompiledProbe {
  return {
    id,
    name: `Probe ${id}`,
    interval: 10_000,
    suspended: false,
    requests: [exampleRequest()],
    env: {},
    labels: {},
    histogram: false,
    digest: id,
    ...fields,
  };
}

export function exampleRequest(fields: Partial<CompiledRequest> = {}): CompiledRequest {
  return {
    key: 'home',
    kind: 'http',
    instance: 'https://shop.example/',
    timeout: 10_000,
    evidence: 2,
    saveBody: false,
    alerts: [exampleAlert('unreachable')],
    secrets: [],
    isRead: false,
    send: () => Promise.reject(new Error('an example is not sent')),
    ...fields,
  };
}

/** Becomes an incident after two results, and is normal again after two. */
export function exampleAlert(
  key: string,
  condition: CompiledAlert['condition'] = 'unreachable',
): CompiledAlert {
  return { key, condition, thresholds: { incident: 2, recovery: 2 }, message: () => 'down' };
}

const config = { url: 'https://shop.example/', method: 'GET', headers: {}, data: undefined };

export function answeredHttps(
  status = 200,
  { time = 42.5, ...measured }: { time?: number } & Partial<Measurement> = {},
): Answered {
  return {
    kind: 'answered',
    response: { status, statusText: '', time, size: 4, headers: {}, body: 'shop', config },
    measured: {
      startedAt: 1_700_000_000_000,
      phases: { resolve: 1.5, connect: 2, tls: 3, processing: 30, transfer: 6 },
      ipFamily: 4,
      tls: {
        version: 'TLSv1.3',
        cipher: 'TLS_AES_256_GCM_SHA384',
        earliestExpiry: 1_800_000_000,
      },
      http: { version: '1.1', redirects: 1, contentLength: -1, bodyLength: 4 },
      ...measured,
    },
  };
}

export function refused(): Failed {
  const measured = { startedAt: 1_700_000_000_000, phases: { resolve: 1 } };
  const reason = 'connect ECONNREFUSED "secret"';
  return failed({ code: 2, reason, phase: 'connect', config, time: 1.25, measured });
}

const scope = { env: {}, responses: [], now: () => new Date(0), onSecret: () => {} };

/** Judges runs of one probe, each given as its requests' results in order. */
export function judgeRuns(
  probe: CompiledProbe,
  ...runs: readonly (readonly (Answered | Failed | 'skipped' | 'left-out')[])[]
): Judgement[] {
  const ledger = openLedger(probe, { uid: probe.id, states: [] }, settings);
  return runs.map(results => {
    const requests = probe.requests.map((request, index) => requestRun(request, results[index]));
    const startedAt = 1_700_000_000_000;
    return ledger.judge({ probe, startedAt, requests, secrets: [] }, startedAt + 500);
  });
}

const settings = { evidenceSpan: 60_000, channels: () => [] };

function requestRun(
  request: CompiledRequest,
  result: Answered | Failed | 'skipped' | 'left-out' = 'skipped',
): RequestRun {
  if (result === 'left-out') return { kind: 'left-out', request };
  if (result === 'skipped') return { kind: 'skipped', request, scope, reason: 'no response' };
  return { kind: 'sent', request, scope, result };
}
