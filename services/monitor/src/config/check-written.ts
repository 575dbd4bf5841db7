import { expressionProblems } from '../probe/expression-problems.ts';
import { nearest } from '../probe/nearest.ts';
import { at, type Checked, type Problem } from '../probe/problem.ts';
import { memberOf } from '../probe/record.ts';
import { ruleProblems } from '../probe/rules.ts';
import { Probe } from '../probe/schema.ts';
import { validate } from '../probe/validate.ts';
import { ProbeSpec } from './manifest.ts';

/** A probe as its author wrote it: an entry of a file, or the `spec` of a resource. */
export interface WrittenProbe {
  /** Where it stands: problems have their paths below it. */
  readonly path: string;
  readonly value: unknown;
  /** Of the `spec` of a resource: the resource's name is the probe's id, and its name unless it has one. */
  readonly resource?: { readonly name: string };
}

export interface WrittenSurroundings {
  /** Ids of the channels there are. */
  readonly channels: ReadonlySet<string>;
  /** What else is wrong with it, known already. */
  readonly problems?: readonly Problem[];
}

/**
 * The probe, or everything wrong with it: its form, its rules, the channels it names. Its expressions are checked
 * where something else is wrong, so that no mistake hides another; those of a sound probe are when it is compiled.
 */
export function checkWritten(
  written: WrittenProbe,
  { channels, problems: known = [] }: WrittenSurroundings,
): Checked<Probe> {
  const { path, value } = written;
  const probe = probeOf(written);
  const problems = [
    ...(probe.ok ? [] : probe.problems),
    ...ruleProblems(value, path),
    ...known,
    ...channelProblems(memberOf(value, 'notify'), at(path, 'notify'), channels),
  ];
  if (probe.ok && problems.length === 0) return probe;
  return { ok: false, problems: [...problems, ...expressionProblems(value, path, problems)] };
}

function probeOf({ path, value, resource }: WrittenProbe): Checked<Probe> {
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
      channels.size === 0 ? 'none is configured' : `there are ${[...channels].join(', ')}`;
    const hint = match === undefined ? known : `did you mean "${match}"?`;
    return [{ path: at(path, index), message: `there is no notification "${id}"`, hint }];
  });
}
