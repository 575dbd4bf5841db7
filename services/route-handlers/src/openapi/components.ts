import { isJsonSchema, type JsonSchema, mapSchemas } from './json-schema.ts';

const pointer = '#/components/schemas/';

/** The `$defs` around a schema, the nearest first; the last is the whole schema that came in. */
type Scope = readonly JsonSchema[];

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
    return this.#rewrite(schema, [schema], owner);
  }

  /** Where a schema is a reference to one of these, that one. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    return (
      (typeof $ref === 'string' ? this.schemas[$ref.slice(pointer.length)] : undefined) ?? schema
    );
  }

  #rewrite(schema: JsonSchema, outer: Scope, owner: string): JsonSchema {
    const scope = isJsonSchema(schema.$defs) ? [schema.$defs, ...outer] : outer;
    const { $defs, $id, $schema, $ref, ...rest } = schema;
    const own = mapSchemas(rest, inner => this.#rewrite(inner, scope, owner));
    return typeof $ref === 'string' ? { ...own, ...this.#refer($ref, scope, owner) } : own;
  }

  #refer(ref: string, scope: Scope, owner: string): JsonSchema {
    const key = JSON.stringify([ref, scope]);
    const known = this.#adopted.get(key);
    if (known !== undefined) return { $ref: pointer + known };
    const target = find(ref, scope);
    if (target === undefined) throw new TypeError(`"${ref}" is nothing in its schema`);
    const name = this.#free(ref === '#' ? owner : (ref.split('/').at(-1) ?? owner));
    this.#adopted.set(key, name);
    // Taken before it is made, as it may refer to itself.
    this.schemas[name] = {};
    this.schemas[name] = this.#rewrite(target, scope, name);
    return { $ref: pointer + name };
  }

  #free(wanted: string): string {
    const base = wanted.replaceAll(/[^\w.-]+/g, '_');
    let name = base;
    for (let n = 2; Object.hasOwn(this.schemas, name); n++) name = `${base}${n}`;
    return name;
  }
}

function find(ref: string, scope: Scope): JsonSchema | undefined {
  if (ref.startsWith('#')) return pointed(scope.at(-1), ref);
  for (const definitions of scope) {
    for (const [name, schema] of Object.entries(definitions)) {
      if (isJsonSchema(schema) && (name === ref || schema.$id === ref)) return schema;
    }
  }
  return undefined;
}

/** By a JSON pointer (RFC 6901) as in `#/$defs/Node`. */
function pointed(root: JsonSchema | undefined, ref: string): JsonSchema | undefined {
  const keys = ref.split('/').slice(1).map(unescaped);
  const found = keys.reduce<unknown>(
    (at, key) => (Array.isArray(at) ? at[Number(key)] : isJsonSchema(at) ? at[key] : undefined),
    root,
  );
  return isJsonSchema(found) ? found : undefined;
}

const unescaped = (key: string): string =>
  decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
