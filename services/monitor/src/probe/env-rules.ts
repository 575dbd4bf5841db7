import { hasField } from './has-field.ts';
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

const sources = ['value', 'valueFrom'];
const references = ['secretKeyRef', 'configMapKeyRef'];

function sourceProblems(entry: unknown, path: string): Problem[] {
  if (!isRecord(entry)) return [];
  const hint = 'give exactly one of value and valueFrom';
  if (sources.every(name => Object.hasOwn(entry, name))) {
    return [{ path, message: 'has both value and valueFrom', hint }];
  }
  if (!hasField(entry, sources, ['name', ...sources])) {
    return [{ path, message: 'has no value', hint }];
  }
  return referenceProblems(memberOf(entry, 'valueFrom'), at(path, 'valueFrom'));
}

function referenceProblems(valueFrom: unknown, path: string): Problem[] {
  if (!isRecord(valueFrom)) return [];
  const hint = 'give exactly one of secretKeyRef and configMapKeyRef';
  if (references.every(name => Object.hasOwn(valueFrom, name))) {
    return [{ path, message: 'refers to a Secret and a ConfigMap', hint }];
  }
  if (!hasField(valueFrom, references)) return [{ path, message: 'refers to nothing', hint }];
  return [];
}
