import { resolveRefs } from '../schema/resolve-refs.ts';
import { subschemas } from '../schema/subschemas.ts';
import { type JsonSchema, mapSchemas } from './json-schema.ts';

const pointer = '#/components/schemas/';

type Targets = ReadonlyMap<JsonSchema, JsonSchema>;

/** Where a schema comes from. */
export interface Owner {
  /** What it is called where it refers to itself. */
  readonly name: string;
  /** What problems call it. */
  readonly place: string;
}

/**
 * The schemas of a document that others refer to. A schema comes in with definitions and references of its own,
 * which mean nothing inside a document: the definitions move here, and the references are made to point at them.
 */
export class Components {
  readonly schemas: Record<string, JsonSchema>;
  /** References that point at nothing, each with what to do. */
  readonly problems: string[];
  /** Names of what was adopted, by what it is: the same definitions of two routes are kept once. */
  readonly #adopted = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, JsonSchema>>, problems: string[] = []) {
    this.schemas = Object.assign(Object.create(null), schemas);
    this.problems = problems;
  }

  /** The schema without definitions of its own. A reference to nothing is a problem, and told as anything. */
  adopt(schema: JsonSchema, { name, place }: Owner): JsonSchema {
    const { targets, lost } = resolveRefs(schema);
    for (const ref of lost) {
      this.problems.push(
        `${place} refers to "${ref}", which is nowhere in the schema: add it to its "$defs"`,
      );
    }
    return this.#rewrite(schema, targets, name);
  }

  /** Where a schema is a reference to one of these, that one. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    return (
      (typeof $ref === 'string' ? this.schemas[$ref.slice(pointer.length)] : undefined) ?? schema
    );
  }

  #rewrite(schema: JsonSchema, targets: Targets, owner: string): JsonSchema {
    const { $defs, definitions, $id, $schema, $anchor, $ref, ...rest } = schema;
    const own = mapSchemas(rest, inner => this.#rewrite(inner, targets, owner));
    const target = targets.get(schema);
    return target === undefined
      ? own
      : { ...own, $ref: pointer + this.#nameOf(target, nameIn($ref) || owner, targets) };
  }

  #nameOf(target: JsonSchema, wanted: string, targets: Targets): string {
    const key = JSON.stringify([wanted, shapeOf(target, targets)]);
    const known = this.#adopted.get(key);
    if (known !== undefined) return known;
    const name = this.#free(wanted);
    this.#adopted.set(key, name);
    // Taken before it is made, as it may refer to itself.
    this.schemas[name] = {};
    this.schemas[name] = this.#rewrite(target, targets, name);
    return name;
  }

  #free(wanted: string): string {
    const base = wanted.replaceAll(/[^\w.-]+/g, '_');
    let name = base;
    for (let n = 2; Object.hasOwn(this.schemas, name); n++) name = `${base}${n}`;
    return name;
  }
}

/** The last word of a reference; '' where it has none, as `#`. */
const nameIn = (ref: unknown): string =>
  typeof ref === 'string' ? (ref.split(/[/#]/).at(-1) ?? '') : '';

/** A schema and all that it refers to; what is alike here is alike in a document. */
function shapeOf(target: JsonSchema, targets: Targets): unknown {
  const pointed = new Set([target]);
  const reached = new Set([target]);
  for (const schema of reached) {
    const next = targets.get(schema);
    if (next !== undefined) pointed.add(next);
    for (const inner of [...subschemas(schema), ...(next === undefined ? [] : [next])]) {
      reached.add(inner);
    }
  }
  const places = new Map([...reached].map((schema, place) => [schema, place]));
  const links = [...reached].map(schema => places.get(targets.get(schema) ?? {}) ?? -1);
  return [[...pointed], links];
}
