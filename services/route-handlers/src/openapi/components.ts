import { RouteHandlerError } from '../errors.ts';
import { isJsonSchema, type JsonSchema, mapSchemas } from './json-schema.ts';

const pointer = '#/components/schemas/';

/** What the references in a schema may point at. */
interface Scope {
  /** The whole schema that came in, for those by pointer. */
  readonly root: JsonSchema;
  /** The `$defs` around it, the nearest first, for those by name, as TypeBox has them. */
  readonly definitions: readonly JsonSchema[];
}

/**
 * The schemas of a document that others refer to. A schema comes in with definitions and references of its own,
 * which mean nothing inside a document: the definitions move here, and the references are made to point at them.
 */
export class Components {
  readonly schemas: Record<string, JsonSchema>;
  /** Names of what was adopted, by where it came from: the same definitions of two routes are kept once. */
  readonly #adopted = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, JsonSchema>>) {
    this.schemas = { ...schemas };
  }

  /** The schema without definitions of its own. `owner`: what it is called where it refers to itself. */
  adopt(schema: JsonSchema, owner: string): JsonSchema {
    return this.#rewrite(schema, { root: schema, definitions: [] }, owner);
  }

  /** Where a schema is a reference to one of these, that one. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    return (
      (typeof $ref === 'string' ? this.schemas[$ref.slice(pointer.length)] : undefined) ?? schema
    );
  }

  #rewrite(schema: JsonSchema, outer: Scope, owner: string): JsonSchema {
    const { definitions } = outer;
    const scope = isJsonSchema(schema.$defs)
      ? { ...outer, definitions: [schema.$defs, ...definitions] }
      : outer;
    const { $defs, $id, $schema, $ref, ...rest } = schema;
    const own = mapSchemas(rest, inner => this.#rewrite(inner, scope, owner));
    return typeof $ref === 'string' ? { ...own, ...this.#refer($ref, scope, owner) } : own;
  }

  #refer(ref: string, scope: Scope, owner: string): JsonSchema {
    const found = find(ref, scope);
    if (found === undefined) {
      throw new RouteHandlerError(
        'RH_CONFIG',
        `${owner}: "${ref}" points at nothing in its schema`,
      );
    }
    const { schema, within } = found;
    const key = JSON.stringify([ref, within]);
    const known = this.#adopted.get(key);
    if (known !== undefined) return { $ref: pointer + known };
    const name = this.#free(ref === '#' ? owner : (ref.split('/').at(-1) ?? owner));
    this.#adopted.set(key, name);
    // Taken before it is made, as it may refer to itself.
    this.schemas[name] = {};
    this.schemas[name] = this.#rewrite(schema, scope, name);
    return { $ref: pointer + name };
  }

  #free(wanted: string): string {
    const base = wanted.replaceAll(/[^\w.-]+/g, '_');
    let name = base;
    for (let n = 2; Object.hasOwn(this.schemas, name); n++) name = `${base}${n}`;
    return name;
  }
}

/** What a reference points at, and the schema or the `$defs` in which it does. */
function find(
  ref: string,
  { root, definitions }: Scope,
): { schema: JsonSchema; within: JsonSchema } | undefined {
  if (ref.startsWith('#')) {
    const schema = pointed(root, ref);
    return schema && { schema, within: root };
  }
  for (const within of definitions) {
    for (const [name, schema] of Object.entries(within)) {
      if (isJsonSchema(schema) && (name === ref || schema.$id === ref)) return { schema, within };
    }
  }
  return undefined;
}

/** By a JSON pointer (RFC 6901) as in `#/$defs/Node`. */
function pointed(root: JsonSchema, ref: string): JsonSchema | undefined {
  const keys = ref.split('/').slice(1).map(unescaped);
  const found = keys.reduce<unknown>(
    (at, key) => (Array.isArray(at) ? at[Number(key)] : isJsonSchema(at) ? at[key] : undefined),
    root,
  );
  return isJsonSchema(found) ? found : undefined;
}

const unescaped = (key: string): string =>
  decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
