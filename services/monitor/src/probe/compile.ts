import { createHash } from 'node:crypto';
import { compileAlerts, type PlacedAlert } from './compile-alerts.ts';
import type { CompiledProbe, CompiledRequest } from './compiled.ts';
import { entriesOf, type ProbeEntry } from './entries.ts';
import { numbered } from './identity.ts';
import { at, type Checked, type Problem } from './problem.ts';
import type { Probe } from './schema.ts';

/** A valid probe and the values of its `env` entries by name. */
export interface ProbeSource {
  readonly probe: Probe;
  readonly env: Readonly<Record<string, string>>;
}

const fallback = { interval: 10, timeout: 10_000, threshold: 5 } as const;

/** Parses every template and assertion and fills in every default; all problems at once, each with its path. */
export function compileProbe({ probe, env }: ProbeSource): Checked<CompiledProbe> {
  const entries = entriesOf(probe);
  const keys = numbered(entries.map(({ controls, label }) => controls.name ?? label));
  const compiled = entries.map((entry, index) =>
    compileEntry(entry, { probe, index, env: new Set(Object.keys(env)) }),
  );
  const problems = distinct(compiled.flatMap(({ problems }) => problems));
  const read = new Set(compiled.flatMap(({ reads }) => [...reads]));
  const requests = compiled.flatMap(({ request }, index) =>
    request ? [{ ...request, key: keys[index] ?? '', isRead: read.has(index) }] : [],
  );
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      id: probe.id,
      name: probe.name,
      interval: (probe.interval ?? fallback.interval) * 1000,
      suspended: probe.suspend ?? false,
      requests,
      env,
      labels: probe.labels ?? {},
      histogram: probe.histogram ?? false,
      digest: digestOf({ probe, env }),
      ...(probe.description !== undefined && { description: probe.description }),
      ...(probe.notify && { notify: probe.notify }),
    },
  };
}

interface Place {
  readonly probe: Probe;
  readonly index: number;
  readonly env: ReadonlySet<string>;
}

interface CompiledEntry {
  readonly request?: Omit<CompiledRequest, 'key' | 'isRead'>;
  readonly reads: ReadonlySet<number>;
  readonly problems: readonly Problem[];
}

function compileEntry(entry: ProbeEntry, { probe, index, env }: Place): CompiledEntry {
  const { controls, kind, instance } = entry;
  const thresholds = {
    incident: controls.incidentThreshold ?? probe.incidentThreshold ?? fallback.threshold,
    recovery: controls.recoveryThreshold ?? probe.recoveryThreshold ?? fallback.threshold,
  };
  const { alerts, problems } = compileAlerts(placedAlerts(entry, probe), {
    thresholds,
    env,
    responses: index,
  });
  const target = entry.compile({ env, responses: index });
  if (!target.ok) return { reads: new Set(), problems: [...target.problems, ...problems] };
  const { send, secrets, reads } = target.value;
  const request = {
    kind,
    instance,
    timeout: controls.timeout ?? fallback.timeout,
    evidence: Math.max(thresholds.incident, thresholds.recovery),
    saveBody: controls.saveBody ?? false,
    alerts,
    secrets,
    send,
    ...(controls.interval !== undefined && { interval: controls.interval * 1000 }),
  };
  return { request, reads, problems };
}

/** The entry's own alerts, then its probe's. */
function placedAlerts(entry: ProbeEntry, probe: Probe): PlacedAlert[] {
  const own = (entry.controls.alerts ?? []).map((alert, index) => ({
    alert,
    path: at(entry.path, 'alerts', index),
  }));
  const shared = (probe.alerts ?? []).map((alert, index) => ({ alert, path: at('alerts', index) }));
  return [...own, ...shared];
}

/** The probe's own alerts are compiled for every request, but what is wrong with them is told once. */
function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map(problem => [JSON.stringify(problem), problem])).values()];
}

function digestOf(source: ProbeSource): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('base64');
}
