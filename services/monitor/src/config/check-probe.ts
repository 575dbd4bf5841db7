import type { ProbeSource } from '../probe/compile.ts';
import { expressionProblems } from '../probe/expression-problems.ts';
import { nearest } from '../probe/nearest.ts';
import { at, type Checked, type Problem } from '../probe/problem.ts';
import { memberOf } from '../probe/record.ts';
import { ruleProblems } from '../probe/rules.ts';
import { Probe } from '../probe/schema.ts';
import { validate } from '../probe/validate.ts';
import type { KeyValuesIndex } from './key-values.ts';
import { ProbeSpec } from './manifest.ts';
import type { ProbePart } from './parts.ts';
import { type Environment, resolveEnv } from './resolve-env.ts';

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
  const probe = probeOf(part);
  const env = resolveEnv(memberOf(value, 'env'), at(path, 'env'), {
    keyValues,
    environment,
    namespace: resource?.namespace,
  });
  const problems = [
    ...(probe.ok ? [] : probe.problems),
    ...ruleProblems(value, path),
    ...env.problems,
    ...channelProblems(memberOf(value, 'notify'), at(path, 'notify'), channels),
  ];
  if (!probe.ok || problems.length > 0) {
    return { ok: false, problems: [...problems, ...expressionProblems(value, path, problems)] };
  }
  return { ok: true, value: { probe: probe.value, env: env.values } };
}

function probeOf({ path, value, resource }: ProbePart): Checked<Probe> {
  if (!resource) return validate(Probe, value, path);
  const spec = validate(ProbeSpec, value, path);
  if (!spec.ok) return spec;
  const { name } = resource;
  return { ok: true, value: { name, ...spec.value, id: name } };
}

function channelProblems(notify: unknown, path: string, channels: ReadonlySet<string>): Problem[] {
  if (!Array.isArray(notify)) return [];
  return notify.flatMap((id: unknown, index) => {
    if (typeof id !== 'string' || id === '' || channels.has(id)) return [];
    const match = nearest(id, channels);
    const known =
      channels.size === 0 ? 'the file has none' : `there are ${[...channels].join(', ')}`;
    const hint = match === undefined ? known : `did you mean "${match}"?`;
    return [{ path: at(path, index), message: `there is no notification "${id}"`, hint }];
  });
}
