import type { ProbeSource } from '../probe/compile.ts';
import { at, type Checked } from '../probe/problem.ts';
import { memberOf } from '../probe/record.ts';
import type { Environment } from '../template/environment.ts';
import { checkWritten } from './check-written.ts';
import type { KeyValuesIndex } from './key-values.ts';
import type { ProbePart } from './parts.ts';
import { resolveEnv } from './resolve-env.ts';

export interface ProbeSurroundings {
  readonly channels: ReadonlySet<string>;
  readonly keyValues: KeyValuesIndex;
  readonly environment: Environment;
}

/** The probe with its env, or everything wrong with it: its form, its rules and what it refers to. */
export function checkProbe(
  part: ProbePart,
  { channels, keyValues, environment }: ProbeSurroundings,
): Checked<ProbeSource> {
  const { path, value, resource } = part;
  const env = resolveEnv(memberOf(value, 'env'), at(path, 'env'), {
    keyValues,
    environment,
    namespace: resource?.namespace,
  });
  const probe = checkWritten(part, { channels, problems: env.problems });
  return probe.ok ? { ok: true, value: { probe: probe.value, env: env.values } } : probe;
}
