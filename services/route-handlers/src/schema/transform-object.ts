import { type Entries, isPlainObject, put } from './plain-object.ts';
import type { Compile, Transform } from './transform.ts';
import { enter } from './undecodable.ts';

/** What a schema's `properties`, `patternProperties` and `additionalProperties` do to an object. */
export function objectStep(schema: Entries, compile: Compile): Transform | undefined {
  const declared = entriesOf(schema.properties);
  const properties = compiled(declared, compile);
  const open = openStep(schema, declared, compile);
  const bare = declared.some(([key]) => shadows(key));
  if (properties.length === 0 && open === undefined && !bare) return undefined;
  const copyOf = bare ? bareCopy : plainCopy;
  return given => {
    if (!isPlainObject(given)) return given;
    let copy = bare && 'toString' in given ? bareCopy(given) : undefined;
    for (const [key, transform] of properties) {
      const value = Object.hasOwn(given, key) ? given[key] : undefined;
      const made = enter(transform, value, key);
      if (made === value) continue;
      copy ??= copyOf(given);
      put(copy, key, made);
    }
    return open === undefined ? (copy ?? given) : open(given, copy, copyOf);
  };
}

type Copy = Record<string, unknown>;

type OpenStep = (
  given: Entries,
  copy: Copy | undefined,
  copyOf: (given: Entries) => Copy,
) => Entries;

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
  return (given, copied, copyOf) => {
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

/**
 * Whether every plain object seems to have such a property: TypeBox asks with `in`, but for the two it knows to
 * be special. An object without a prototype has it only where it was sent.
 */
const shadows = (key: string): boolean =>
  key in Object.prototype && key !== '__proto__' && key !== 'constructor';

/** V8 is slow to spread what has no usual prototype, as fast-querystring's objects. */
function plainCopy(given: Entries): Copy {
  if (Object.getPrototypeOf(given) === Object.prototype) return { ...given };
  const copy = {};
  for (const key of Object.keys(given)) put(copy, key, given[key]);
  return copy;
}

const bareCopy = (given: Entries): Copy => Object.assign(Object.create(null), given);
