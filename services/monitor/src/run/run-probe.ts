import { PicketError } from '../errors.ts';
import type { CompiledProbe, CompiledRequest } from '../probe/compiled.ts';
import type { RunContext } from '../protocol/protocol.ts';
import type { Response } from '../protocol/result.ts';
import { credentialsOf } from '../redact/credentials.ts';
import type { Scope } from '../template/scope.ts';
import type { ProbeRun, RequestRun } from './probe-run.ts';
import type { ProbeSession } from './session.ts';

/** What a run needs beside its probe; the time-out comes from each request. */
export type RunSettings = Omit<RunContext, 'timeout'>;

/**
 * Sends the probe's requests in order. One that refers to a missing response is skipped; the others still run.
 * `scheduledAt`, in milliseconds, is compared with a request's own interval, so a late start leaves none out.
 */
export async function runProbe(
  probe: CompiledProbe,
  session: ProbeSession,
  scheduledAt: number,
  settings: RunSettings,
): Promise<ProbeRun> {
  const startedAt = settings.now();
  const responses: (Response | undefined)[] = [];
  const requests: RequestRun[] = [];
  const secrets = new Set<string>();
  for (const [index, request] of probe.requests.entries()) {
    const held = session.requests[index] ?? {};
    if (isTooSoon(request, held.lastSent, scheduledAt)) {
      responses.push(held.lastResponse);
      requests.push({ kind: 'left-out', request });
      continue;
    }
    const scope: Scope = {
      env: probe.env,
      responses: responses.slice(),
      now: () => new Date(settings.now()),
      onSecret: value => secrets.add(value),
    };
    const run = await runRequest(request, scope, settings);
    if (run.kind === 'sent') held.lastSent = scheduledAt;
    const response =
      run.kind === 'sent' && run.result.kind === 'answered' ? run.result.response : undefined;
    for (const secret of credentialsOf(response ?? {})) secrets.add(secret);
    if (request.interval !== undefined && request.isRead) held.lastResponse = response;
    responses.push(response);
    requests.push(run);
  }
  return { probe, startedAt, requests, secrets: [...secrets] };
}

function isTooSoon(request: CompiledRequest, lastSent: number | undefined, scheduledAt: number) {
  if (request.interval === undefined || lastSent === undefined) return false;
  return scheduledAt - lastSent < request.interval;
}

async function runRequest(
  request: CompiledRequest,
  scope: Scope,
  settings: RunSettings,
): Promise<RequestRun> {
  try {
    const result = await request.send(scope, { ...settings, timeout: request.timeout });
    return { kind: 'sent', request, scope, result };
  } catch (error) {
    if (!(error instanceof PicketError) || error.code !== 'PKT_TEMPLATE_MISSING') throw error;
    return { kind: 'skipped', request, scope, reason: error.message };
  }
}
