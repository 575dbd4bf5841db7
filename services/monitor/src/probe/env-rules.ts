import { at, type Problem } from './problem.ts';
import { isRecord, memberOf } from './record.ts';

/** What the schema can't say of `env` entries: one source of the value each, and no name twice. */
export function envRuleProblems(env: unknown, path: string): Problem[] {
  if (!Array.isArray(env)) return [];
  const seen = new Set<unknown>();
  return env.flatMap((entry: unknown, index) => {
    const name = memberOf(entry, 'name');
    const isDuplicate = typeof name === 'string' && seen.has(name);
    seen.add(name);
    const place = at(path, index);
    return [
      ...(isDuplicate
        ? [{ path: at(place, 'name'), message: `the name "${name}" is given twice` }]
        : []),
      ...sourceProblems(entry, place),
    ];
  });
}

function sourceProblems(entry: unknown, path: string): Problem[] {
  if (!isRecord(entry)) return [];
  const { hint, ...sources } = {
    value: memberOf(entry, 'value'),
    valueFrom: memberOf(entry, 'valueFrom'),
    hint: 'give exactly one of value and valueFrom',
  };
  if (sources.value !== undefined && sources.valueFrom !== undefined) {
    return [{ path, message: 'has both value and valueFrom', hint }];
  }
  if (sources.value === undefined && sources.valueFrom === undefined) {
    return [{ path, message: 'has no value', hint }];
  }
  return isRecord(sources.valueFrom)
    ? referenceProblems(sources.valueFrom, at(path, 'valueFrom'))
    : [];
}

function referenceProblems(valueFrom: unknown, path: string): Problem[] {
  const given = ['secretKeyRef', 'configMapKeyRef'].filter(
    name => memberOf(valueFrom, name) !== undefined,
  );
  if (given.length === 1) return [];
  return [
    {
      path,
      message: given.length === 0 ? 'refers to nothing' : 'refers to a Secret and a ConfigMap',
      hint: 'give exactly one of secretKeyRef and configMapKeyRef',
    },
  ];
}
