import { bareCopy, type Entries, isPlainObject, put } from './plain-object.ts';
import type { Compile, Transform } from './transform.ts';
import { enter } from './undecodable.ts';

/** What a schema's `properties`, `patternProperties` and `additionalProperties` do to an object. */
export function objectStep(schema: Entries, compile: Compile): Transform | undefined {
  const declared = entriesOf(schema.properties);
  const properties = compiled(declared, compile);
  const open = openStep(schema, declared, compile);
  if (properties.length === 0 && open === undefined) return undefined;
  return given => {
    if (!isPlainObject(given)) return given;
    let copy: Copy | undefined;
    for (const [key, transform] of properties) {
      const value = Object.hasOwn(given, key) ? given[key] : undefined;
      const made = enter(transform, value, key);
      if (made === value) continue;
      copy ??= copyOf(given);
      put(copy, key, made);
    }
    return open === undefined ? (copy ?? given) : open(given, copy);
  };
}

type Copy = Record<string, unknown>;

type OpenStep = (given: Entries, copy: Copy | undefined) => Entries;

/** For keys that a schema doesn't name one by one. */
function openStep(
  { patternProperties, additionalProperties }: Entries,
  declared: readonly [string, unknown][],
  compile: Compile,
): OpenStep | undefined {
  const patterns = entriesOf(patternProperties).map(
    ([pattern, schema]) => [new RegExp(pattern, 'u'), compile(schema)] as const,
  );
  const rest = compile(additionalProperties);
  if (rest === undefined && patterns.every(([, transform]) => transform === undefined)) {
    return undefined;
  }
  const names = new Set(declared.map(([key]) => key));
  return (given, copied) => {
    let copy = copied;
    for (const key of Object.keys(given)) {
      const value = (copy ?? given)[key];
      const made = transformOpen(key, value);
      if (made === value) continue;
      copy ??= copyOf(given);
      put(copy, key, made);
    }
    return copy ?? given;
  };

  function transformOpen(key: string, value: unknown): unknown {
    const matching = patterns.filter(([pattern]) => pattern.test(key));
    if (matching.length === 0) {
      return rest === undefined || names.has(key) ? value : enter(rest, value, key);
    }
    return matching.reduce(
      (made, [, transform]) => (transform === undefined ? made : enter(transform, made, key)),
      value,
    );
  }
}

const entriesOf = (value: unknown): [string, unknown][] =>
  isPlainObject(value) ? Object.entries(value) : [];

const compiled = (entries: readonly [string, unknown][], compile: Compile): [string, Transform][] =>
  entries.flatMap(([key, schema]): [string, Transform][] => {
    const transform = compile(schema);
    return transform === undefined ? [] : [[key, transform]];
  });

/** Without a prototype where the original has not the usual one, as fast-querystring's objects. */
function copyOf(given: Entries): Copy {
  return Object.getPrototypeOf(given) === Object.prototype ? { ...given } : bareCopy(given);
}
