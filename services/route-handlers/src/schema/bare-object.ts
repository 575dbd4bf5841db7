import { bareCopy, type Entries, isPlainObject } from './plain-object.ts';
import type { Transform } from './transform.ts';

/**
 * Takes the prototype from an object whose schema has a property that every object seems to have, `toString` say:
 * TypeBox asks with `in`. `undefined` for any other schema.
 */
export function bareObject({ properties }: Entries): Transform | undefined {
  if (!isPlainObject(properties) || !Object.keys(properties).some(isInherited)) return undefined;
  return value => (isPlainObject(value) && 'toString' in value ? bareCopy(value) : value);
}

/** TypeBox itself knows two such names to be special. */
const isInherited = (key: string): boolean =>
  key in Object.prototype && key !== '__proto__' && key !== 'constructor';
