import { envRuleProblems } from '../probe/env-rules.ts';
import { at, type Problem } from '../probe/problem.ts';
import { EnvEntry } from '../probe/schema/env.ts';
import { validate } from '../probe/validate.ts';
import type { Environment } from '../template/environment.ts';
import { findKeyValues, type KeyValuesIndex } from './key-values.ts';

export interface EnvSources {
  /** Secrets and ConfigMaps of the same file. */
  readonly keyValues: KeyValuesIndex;
  readonly environment: Environment;
  /** Namespace of the probe, where it has one. */
  readonly namespace: string | undefined;
}

export interface ResolvedEnv {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

/**
 * The values of a probe's `env`. A reference is read from the file, else from the environment variable of
 * the entry's own name. Entries with mistakes of form are passed over: `validate` reports them.
 */
export function resolveEnv(env: unknown, path: string, sources: EnvSources): ResolvedEnv {
  const values: [string, string][] = [];
  const problems: Problem[] = [];
  for (const [index, candidate] of (Array.isArray(env) ? env : []).entries()) {
    const entry = validate(EnvEntry, candidate);
    if (!entry.ok || envRuleProblems([entry.value], '').length > 0) continue;
    const value = lookUp(entry.value, sources);
    if (value === undefined) problems.push(missing(entry.value, at(path, index)));
    else values.push([entry.value.name, value]);
  }
  return { values: Object.fromEntries(values), problems };
}

function lookUp({ name, value, valueFrom }: EnvEntry, sources: EnvSources): string | undefined {
  if (value !== undefined) return value;
  const { kind, ref } = referenceOf(valueFrom);
  const { keyValues, namespace, environment } = sources;
  const found = ref && findKeyValues(keyValues, { kind, name: ref.name, namespace });
  return found?.values.get(ref?.key ?? '') ?? variable(environment, name);
}

/** A variable that the environment itself has. */
function variable(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

function referenceOf(valueFrom: EnvEntry['valueFrom']) {
  return valueFrom?.secretKeyRef
    ? { kind: 'Secret' as const, ref: valueFrom.secretKeyRef }
    : { kind: 'ConfigMap' as const, ref: valueFrom?.configMapKeyRef };
}

function missing({ name, valueFrom }: EnvEntry, path: string): Problem {
  const { kind, ref } = referenceOf(valueFrom);
  return {
    path: at(path, 'valueFrom'),
    message: `has no value: the file has no ${kind} "${ref?.name}" with the key "${ref?.key}", and the environment variable ${name} is not set`,
    hint: `set ${name}, or add the ${kind} to the file`,
  };
}
