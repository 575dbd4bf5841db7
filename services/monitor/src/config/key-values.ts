import { at, type Problem } from '../probe/problem.ts';
import type { ConfigMapManifest, SecretManifest } from './manifest.ts';

/** A Secret or ConfigMap of the file, its values as text. */
export interface KeyValues {
  readonly kind: 'Secret' | 'ConfigMap';
  readonly name: string;
  readonly namespace: string | undefined;
  readonly values: ReadonlyMap<string, string>;
}

export function keyValuesOfConfigMap({ metadata, data = {} }: ConfigMapManifest): KeyValues {
  return {
    kind: 'ConfigMap',
    name: metadata.name,
    namespace: metadata.namespace,
    values: new Map(Object.entries(data)),
  };
}

/** As Kubernetes reads a Secret: `data` is base64, and `stringData` goes over it. */
export function keyValuesOfSecret(
  { metadata, data = {}, stringData = {} }: SecretManifest,
  path: string,
): { keyValues: KeyValues; problems: Problem[] } {
  const problems = Object.entries(data)
    .filter(([, text]) => decoded(text) === undefined)
    .map(([key]) => ({
      path: at(path, 'data', key),
      message: 'is not base64 of UTF-8 text',
      hint: 'plain text goes under stringData',
    }));
  const values = new Map(Object.entries(data).map(([key, text]) => [key, decoded(text) ?? '']));
  for (const [key, text] of Object.entries(stringData)) values.set(key, text);
  const { name, namespace } = metadata;
  return { keyValues: { kind: 'Secret', name, namespace, values }, problems };
}

/** Secrets and ConfigMaps by kind and name. */
export type KeyValuesIndex = ReadonlyMap<string, readonly KeyValues[]>;

export function indexKeyValues(all: readonly KeyValues[]): KeyValuesIndex {
  return Map.groupBy(all, indexKey);
}

/**
 * The resource a probe means by a name. References stay in the probe's namespace; where one of the two
 * names no namespace, both are in whichever the file will be applied to. Of equals the last counts.
 */
export function findKeyValues(
  index: KeyValuesIndex,
  wanted: Omit<KeyValues, 'values'>,
): KeyValues | undefined {
  const named = index.get(indexKey(wanted)) ?? [];
  return (
    named.findLast(({ namespace }) => namespace === wanted.namespace) ??
    named.findLast(({ namespace }) => namespace === undefined || wanted.namespace === undefined)
  );
}

function indexKey({ kind, name }: Pick<KeyValues, 'kind' | 'name'>): string {
  return `${kind}/${name}`;
}

function decoded(text: string): string | undefined {
  const compact = text.replaceAll(/\s/g, '');
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(compact))
    return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(compact, 'base64'),
    );
  } catch {
    return undefined;
  }
}
