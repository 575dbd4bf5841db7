import type { ProbeSource } from '../probe/compile.ts';
import { ImportError } from './import-error.ts';
import type { ImportedProbes } from './import-probes.ts';

/**
 * The probes with the values of their source, to run them at once; what it lacks is taken from `environment`.
 * Throws `ImportError` with all that is missing to those that are not suspended.
 */
export function probeSources(
  { probes, values }: ImportedProbes,
  environment: Readonly<Record<string, string | undefined>>,
): readonly ProbeSource[] {
  const known = new Map(
    values.flatMap(({ name, value = own(environment, name) }) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
  const needed = new Set(
    probes.flatMap(({ suspend, env = [] }) => (suspend ? [] : env.map(({ name }) => name))),
  );
  const missing = values.filter(({ name }) => needed.has(name) && !known.has(name));
  if (missing.length > 0) {
    throw new ImportError(
      missing.map(({ name, original, sources: [first = ''] }) => ({
        path: first,
        message: `the variable "${original}" has no value`,
        hint: `set the environment variable ${name}, or give it with --variables`,
      })),
    );
  }
  return probes.map(probe => ({
    probe,
    env: Object.fromEntries(
      (probe.env ?? []).map(({ name, value }) => [name, value ?? known.get(name) ?? '']),
    ),
  }));
}

function own(environment: Readonly<Record<string, string | undefined>>, name: string) {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}
