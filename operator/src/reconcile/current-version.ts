import { type CompiledProbe, compileProbe, type ProbeSource } from '@picket/monitor';
import type { KeyValuesReader } from '../env/key-values.ts';
import { type ResolvedEnv, resolveEnv } from '../env/resolve-env.ts';
import { KubeError } from '../kube/kube-error.ts';

/**
 * The probe with its Secrets and ConfigMaps as they are now, or as they were read last where they can't be read;
 * undefined where one of them is missing. `source` is what it was compiled from.
 */
export async function currentVersion(
  probe: CompiledProbe,
  source: ProbeSource,
  keyValues: KeyValuesReader,
): Promise<CompiledProbe | undefined> {
  if (!readsReferences(source)) return probe;
  const namespace = probe.id.slice(0, probe.id.indexOf('/'));
  const resolved = await tryToResolve(source, namespace, keyValues);
  if (resolved === undefined) return probe;
  const { values, problems } = resolved;
  if (problems.length > 0) return undefined;
  if (isSame(values, probe.env)) return probe;
  const compiled = compileProbe({ probe: source.probe, env: values });
  return compiled.ok ? compiled.value : undefined;
}

/** Undefined where something can't be read, and what was read of it is not kept. */
async function tryToResolve(
  { probe: { env = [] } }: ProbeSource,
  namespace: string,
  keyValues: KeyValuesReader,
): Promise<ResolvedEnv | undefined> {
  try {
    return await resolveEnv(env, namespace, keyValues);
  } catch (error) {
    if (error instanceof KubeError) return undefined;
    throw error;
  }
}

function readsReferences({ probe }: ProbeSource): boolean {
  return probe.env?.some(({ valueFrom }) => valueFrom !== undefined) ?? false;
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every(name => a[name] === b[name]);
}
