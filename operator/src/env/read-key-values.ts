import type { KubeApi } from '../kube/api.ts';
import { isNotFound, KubeError } from '../kube/kube-error.ts';
import { type ConfigMap, configMaps } from '../kube/resources/config-maps.ts';
import { type Secret, secrets } from '../kube/resources/secrets.ts';
import type { KeyValuesFound, KeyValuesRef } from './key-values.ts';

/** Milliseconds. */
const timeout = 5_000;

/** Asks the API server. Rejects where it gave no answer to the question; that there is none is an answer. */
export async function readKeyValues(
  api: Pick<KubeApi, 'get'>,
  { kind, namespace, name }: KeyValuesRef,
): Promise<KeyValuesFound> {
  if (!canBeNamed(name)) return { kind: 'missing' };
  const place = { namespace, name };
  try {
    return kind === 'Secret'
      ? ofSecret(await api.get(secrets, place, { timeout }))
      : ofConfigMap(await api.get(configMaps, place, { timeout }));
  } catch (error) {
    if (isNotFound(error)) return { kind: 'missing' };
    if (error instanceof KubeError && error.status === 403) return { kind: 'forbidden' };
    throw error;
  }
}

/** Others, such as `..`, are the name of nothing, but may lead elsewhere as part of a path. */
function canBeNamed(name: string): boolean {
  return /^[a-z\d]([-a-z\d.]*[a-z\d])?$/.test(name) && !name.includes('..');
}

function ofSecret({ data = {} }: Secret): KeyValuesFound {
  const values = new Map<string, string>();
  const binary = new Set<string>();
  for (const [key, base64] of Object.entries(data)) {
    const text = textOf(Buffer.from(base64, 'base64'));
    if (text === undefined) binary.add(key);
    else values.set(key, text);
  }
  return { kind: 'found', values, binary };
}

function ofConfigMap({ data = {}, binaryData = {} }: ConfigMap): KeyValuesFound {
  return {
    kind: 'found',
    values: new Map(Object.entries(data)),
    binary: new Set(Object.keys(binaryData)),
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined where the bytes are no UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
