import { type Entries, isPlainObject } from './plain-object.ts';
import { subschemas } from './subschemas.ts';

export interface Refs {
  /** By the schema that has the `$ref`: what it stands for. */
  readonly targets: ReadonlyMap<Entries, Entries>;
  /** By the text of the `$ref`, as TypeBox takes it. */
  readonly context: Record<string, Entries>;
  /** The text of each `$ref` that can't be found. */
  readonly lost: readonly string[];
}

/** Where a schema stands: the resource that its pointers start from, and the named definitions around it. */
interface Place {
  readonly resource: Entries;
  readonly definitions: readonly Entries[];
}

/**
 * Finds what each `$ref` of a schema stands for: `#`, a pointer (`#/$defs/a`), an anchor (`#a`), a `$id`, or a name
 * in the `$defs` around it (TypeBox's Cyclic). One that can't be found, or that a URL would have to be resolved
 * for, is lost.
 */
export function resolveRefs(root: Entries): Refs {
  const places = placesOf(root);
  const names = namesOf(places.keys());
  const targets = new Map<Entries, Entries>();
  const context: Record<string, Entries> = Object.create(null);
  const lost: string[] = [];
  for (const [schema, place] of places) {
    if (typeof schema.$ref !== 'string') continue;
    const target = find(schema.$ref, place, root, names);
    if (target === undefined) {
      lost.push(schema.$ref);
      continue;
    }
    targets.set(schema, target);
    context[schema.$ref] ??= target;
  }
  return { targets, context, lost };
}

function placesOf(root: Entries): Map<Entries, Place> {
  const places = new Map<Entries, Place>();
  const waiting: [Entries, Place][] = [[root, { resource: root, definitions: [] }]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [schema, around] = next;
    if (places.has(schema)) continue;
    const place = {
      resource: typeof schema.$id === 'string' ? schema : around.resource,
      definitions: isPlainObject(schema.$defs)
        ? [schema.$defs, ...around.definitions]
        : around.definitions,
    };
    places.set(schema, place);
    for (const child of subschemas(schema)) waiting.push([child, place]);
  }
  return places;
}

function namesOf(schemas: Iterable<Entries>): Map<string, Entries> {
  const names = new Map<string, Entries>();
  for (const schema of schemas) {
    if (typeof schema.$id === 'string') names.set(schema.$id, schema);
    if (typeof schema.$anchor === 'string') names.set(`#${schema.$anchor}`, schema);
  }
  return names;
}

function find(
  ref: string,
  { resource, definitions }: Place,
  root: Entries,
  names: ReadonlyMap<string, Entries>,
): Entries | undefined {
  if (ref === '#') return resource;
  if (ref.startsWith('#/')) return follow(resource, ref) ?? follow(root, ref);
  const named = definitions.find(candidate => Object.hasOwn(candidate, ref))?.[ref];
  return isPlainObject(named) ? named : names.get(ref);
}

/** Follows a JSON pointer (RFC 6901) in a URL fragment. */
function follow(from: Entries, pointer: string): Entries | undefined {
  const keys = pointer.slice(2).split('/').map(unescapeKey);
  const target = keys.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null
        ? Object.getOwnPropertyDescriptor(at, key)?.value
        : undefined,
    from,
  );
  return isPlainObject(target) ? target : undefined;
}

const unescapeKey = (key: string): string =>
  percentDecoded(key).replaceAll('~1', '/').replaceAll('~0', '~');

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
