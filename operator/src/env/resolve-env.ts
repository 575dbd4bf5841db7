import type { Probe, Problem } from '@picket/monitor';
import type { KeyValuesFound, KeyValuesReader, KeyValuesRef } from './key-values.ts';

export type EnvEntry = NonNullable<Probe['env']>[number];

export interface ResolvedEnv {
  readonly values: Record<string, string>;
  /** What has no value, and what to do about it; never a value. */
  readonly problems: Problem[];
}

/** A key of a Secret or ConfigMap that an entry names. */
interface Reference extends KeyValuesRef {
  readonly key: string;
  /** Where it stands in the resource. */
  readonly path: string;
}

/**
 * The values of a probe's `env`, references read from the probe's own namespace. Rejects with a `KubeError` only
 * where one was never read because the API server is away.
 */
export async function resolveEnv(
  entries: readonly EnvEntry[],
  namespace: string,
  reader: KeyValuesReader,
): Promise<ResolvedEnv> {
  const resolved = await Promise.all(
    entries.map(async (entry, index) => {
      const reference = referenceOf(entry, index, namespace);
      if (reference === undefined) return { name: entry.name, value: entry.value };
      const found = await reader.read(reference);
      return { name: entry.name, ...lookUp(found, reference) };
    }),
  );
  const values = resolved.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value]],
  );
  const problems = resolved.flatMap(one => ('problem' in one ? [one.problem] : []));
  return { values: Object.fromEntries(values), problems };
}

function referenceOf(
  { valueFrom }: EnvEntry,
  index: number,
  namespace: string,
): Reference | undefined {
  const path = `spec.env[${index}].valueFrom`;
  if (valueFrom?.secretKeyRef)
    return { kind: 'Secret', namespace, ...valueFrom.secretKeyRef, path: `${path}.secretKeyRef` };
  if (valueFrom?.configMapKeyRef)
    return {
      kind: 'ConfigMap',
      namespace,
      ...valueFrom.configMapKeyRef,
      path: `${path}.configMapKeyRef`,
    };
  return undefined;
}

function lookUp(
  found: KeyValuesFound,
  reference: Reference,
): { readonly value: string } | { readonly value: undefined; readonly problem: Problem } {
  const value = found.kind === 'found' ? found.values.get(reference.key) : undefined;
  if (value !== undefined) return { value };
  return { value, problem: { path: reference.path, ...wordAbsence(found, reference) } };
}

function wordAbsence(
  found: KeyValuesFound,
  { kind, namespace, name, key }: Reference,
): Pick<Problem, 'message' | 'hint'> {
  const named = `the ${kind} "${name}"`;
  switch (found.kind) {
    case 'missing':
      return {
        message: `there is no ${kind} "${name}" in the namespace "${namespace}"`,
        hint: 'create it, or correct the name; it is looked for again by itself',
      };
    case 'forbidden':
      return {
        message: `the operator is not allowed to read ${named} in the namespace "${namespace}"`,
        hint: `its service account needs the verb get on ${pluralOf(kind)} there (RBAC): see secrets in the chart's values`,
      };
    case 'found':
      return found.binary.has(key)
        ? {
            message: `the value of "${key}" in ${named} is not UTF-8 text`,
            hint: 'expressions can only read text: store it as text, for instance in base64',
          }
        : {
            message: `${named} has no key "${key}"`,
            hint: `add the key to the ${kind}, or correct it here; it is looked for again by itself`,
          };
  }
}

function pluralOf(kind: KeyValuesRef['kind']): string {
  return kind === 'Secret' ? 'secrets' : 'configmaps';
}
