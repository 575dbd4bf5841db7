import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { AlertStatus, Condition, PendingTransition, ProbeStatus } from './status.ts';

const isStatus = checkOf(ProbeStatus);

/** What each entry of a list must be. */
const isEntry = new Map<string, (value: unknown) => boolean>([
  ['conditions', checkOf(Condition)],
  ['alerts', checkOf(AlertStatus)],
  ['pending', checkOf(PendingTransition)],
]);

/**
 * What can be used of a status. Whoever may write one may have mangled it, which must not stop the operator: a
 * member or entry of the wrong form is left out, as if it were at rest. Undefined where there is no status.
 */
export function decodeStatus(value: unknown): ProbeStatus | undefined {
  if (isStatus(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const sound: unknown = Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, soundEntries(name, member)] as const)
      .filter(([name, member]) => isMember(name, member)),
  );
  return isStatus(sound) ? sound : undefined;
}

function soundEntries(name: string, value: unknown): unknown {
  const check = isEntry.get(name);
  return check && Array.isArray(value) ? value.filter(check) : value;
}

function isMember(name: string, value: unknown): boolean {
  return Object.hasOwn(ProbeStatus.properties, name) && isStatus({ [name]: value });
}

function checkOf<S extends TSchema>(schema: S): (value: unknown) => value is Static<S> {
  const validator = Compile(schema);
  return (value): value is Static<S> => validator.Check(value);
}
