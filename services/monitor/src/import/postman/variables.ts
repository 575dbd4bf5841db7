import { isRecord } from '../../probe/record.ts';
import { isCredentialName } from '../credential-name.ts';
import { type Complain, isDisabled, listAt, textOf } from './reading.ts';

export interface Variable {
  readonly value: string;
  readonly isSecret: boolean;
}

/** The variables that count in one place, the nearest first. */
export type Scope = readonly ReadonlyMap<string, Variable>[];

export function findVariable(scope: Scope, name: string): Variable | undefined {
  return scope.find(layer => layer.has(name))?.get(name);
}

/** The variables a collection or folder defines; of those of one name the last that is not switched off. */
export function variablesOf(
  value: unknown,
  path: string,
  complain: Complain,
): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const entry of listAt(value, path, complain)) {
    if (!isRecord(entry) || isDisabled(entry)) continue;
    const name = textOf(entry.key ?? entry.id ?? entry.name);
    if (name === '') continue;
    const isSecret = entry.type === 'secret' || isCredentialName(name);
    const given = entry.value === null ? 'null' : textOf(entry.value);
    variables.set(name, { value: given, isSecret });
  }
  return variables;
}

/** Those of `--variables`. */
export function variablesGiven(
  values: ReadonlyMap<string, string>,
  secrets: ReadonlySet<string>,
): ReadonlyMap<string, Variable> {
  return new Map(
    [...values].map(([name, value]) => [
      name,
      { value, isSecret: secrets.has(name) || isCredentialName(name) },
    ]),
  );
}
