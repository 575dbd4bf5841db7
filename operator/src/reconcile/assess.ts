import { type CompiledProbe, compileProbe, type ProbeSource, type Problem } from '@picket/monitor';
import type { KeyValuesReader } from '../env/key-values.ts';
import { resolveEnv } from '../env/resolve-env.ts';
import { checkResource } from '../resource/check-resource.ts';
import type { ProbeResource } from '../resource/probe-resource.ts';

export interface AssessSettings {
  /** Ids of the channels there are. */
  readonly channels: ReadonlySet<string>;
  readonly keyValues: KeyValuesReader;
}

/** What a resource comes to: a probe that can run, or everything that keeps it from being one. */
export type Assessment =
  | { readonly kind: 'sound'; readonly probe: CompiledProbe; readonly source: ProbeSource }
  /** Its author has to change it. */
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  /** A Secret or ConfigMap has to come or change. */
  | { readonly kind: 'unresolved'; readonly problems: readonly Problem[] };

/**
 * Checks, resolves and compiles; all problems at once. Rejects with a `KubeError` where a reference was never
 * read and the API server is away.
 */
export async function assess(
  resource: ProbeResource,
  { channels, keyValues }: AssessSettings,
): Promise<Assessment> {
  const checked = checkResource(resource, { channels });
  if (!checked.ok) return { kind: 'invalid', problems: checked.problems };
  const probe = checked.value;
  const entries = probe.env ?? [];
  const { values, problems } = await resolveEnv(entries, resource.metadata.namespace, keyValues);
  // A value that is missing is one problem; without its name, each expression that reads it would be another.
  const names = Object.fromEntries(entries.map(({ name }) => [name, '']));
  const source = { probe, env: { ...names, ...values } };
  const compiled = compileProbe(source);
  if (!compiled.ok) {
    return { kind: 'invalid', problems: [...compiled.problems.map(inSpec), ...problems] };
  }
  if (problems.length > 0) return { kind: 'unresolved', problems };
  return { kind: 'sound', probe: compiled.value, source };
}

function inSpec(problem: Problem): Problem {
  const { path } = problem;
  return { ...problem, path: path === '' ? 'spec' : `spec.${path}` };
}
