import { parseAllDocuments } from 'yaml';
import { readExample } from './load-example.ts';

/** A resource of an example, as far as its tests look. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: { readonly env?: readonly EnvEntry[] };
}

interface EnvEntry {
  readonly name: string;
  readonly valueFrom?: Partial<Record<'configMapKeyRef' | 'secretKeyRef', KeyRef>>;
}

interface KeyRef {
  readonly name: string;
  readonly key: string;
}

/** An entry of a probe's `env` that is read from elsewhere. */
export interface Reference {
  /** Of the entry. */
  readonly name: string;
  readonly kind: 'ConfigMap' | 'Secret';
  /** Of the ConfigMap or Secret. */
  readonly resource: string;
  readonly key: string;
}

/** Rejects where a document is no resource. */
export async function manifestsOf(file: string): Promise<readonly Manifest[]> {
  return parseAllDocuments(await readExample(file)).map(document => {
    const value: unknown = document.toJS();
    if (isManifest(value)) return value;
    throw new Error(`${file} has a document that kubectl would refuse`);
  });
}

/** What a file's ConfigMaps and Secrets hold, by kind, name and key, such as `Secret examples REDIS_URI`. */
export function valuesOf(manifests: readonly Manifest[]): ReadonlyMap<string, string> {
  const values = manifests.flatMap(({ kind, metadata, data, stringData }) =>
    Object.entries({ ...data, ...stringData }).map(
      ([key, value]) => [`${kind} ${metadata.name} ${key}`, value] as const,
    ),
  );
  return new Map(values);
}

export async function referencesOf(file: string): Promise<readonly Reference[]> {
  return (await manifestsOf(file)).flatMap(({ spec }) => (spec?.env ?? []).flatMap(referenceOf));
}

function referenceOf({ name, valueFrom }: EnvEntry): Reference[] {
  const { configMapKeyRef, secretKeyRef } = valueFrom ?? {};
  const of = (kind: Reference['kind'], ref: KeyRef | undefined) =>
    ref ? [{ name, kind, resource: ref.name, key: ref.key }] : [];
  return [...of('ConfigMap', configMapKeyRef), ...of('Secret', secretKeyRef)];
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  if (!('apiVersion' in value && 'kind' in value && 'metadata' in value)) return false;
  const { metadata } = value;
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata;
}
