import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInteger,
  IsNumber,
  IsObject,
  IsRecord,
  IsString,
  IsUnion,
  IsUnknown,
  type TArray,
  type TEnum,
  type TObject,
  type TRecord,
  type TSchema,
  type TUnion,
} from 'typebox';
import { describeValue } from './describe-value.ts';
import type { Extension, StructuralSchema } from './structural-schema.ts';

export interface Projection {
  /** Path of the schema itself, such as `spec`; that of an entry of a list or map ends in `[]`. */
  readonly path: string;
  /** By path. */
  readonly extensions?: ReadonlyMap<string, Extension>;
  /** Whether the server fills in the default of the value at that path. Descriptions tell of every default. */
  readonly isFilledIn?: (path: string) => boolean;
  /** Whether the server checks values beyond their types. Default true. */
  readonly isChecked?: boolean;
}

/**
 * The structural schema that says the same as a TypeBox schema, as far as one can. Throws where a construct or
 * keyword has no counterpart, and where an extension is for a path that isn't there.
 */
export function projectSchema(schema: TSchema, projection: Projection): StructuralSchema {
  const unmet = new Set(projection.extensions?.keys());
  const projected = project({ schema, path: projection.path, projection, unmet });
  if (unmet.size > 0) throw new TypeError(`there is no ${[...unmet].join(', ')} to extend`);
  return projected;
}

interface Node<S extends TSchema = TSchema> {
  readonly schema: S;
  readonly path: string;
  readonly projection: Projection;
  /** Paths of extensions that were not come across yet. */
  readonly unmet: Set<string>;
}

function project(node: Node): StructuralSchema {
  const { path, projection, unmet } = node;
  unmet.delete(path);
  return { ...constructOf(node), ...projection.extensions?.get(path) };
}

function constructOf(node: Node): StructuralSchema {
  const { schema } = node;
  if (IsObject(schema)) return objectOf({ ...node, schema });
  if (IsRecord(schema)) return mapOf({ ...node, schema });
  if (IsArray(schema)) return listOf({ ...node, schema });
  if (IsUnion(schema)) return unionOf({ ...node, schema });
  if (IsEnum(schema)) return choiceOf({ ...node, schema });
  if (IsString(schema)) return scalarOf(node, 'string', [...textBounds, 'pattern', 'format']);
  if (IsInteger(schema)) return scalarOf(node, 'integer', ['minimum', 'maximum']);
  if (IsNumber(schema)) return scalarOf(node, 'number', ['minimum', 'maximum']);
  if (IsBoolean(schema)) return scalarOf(node, 'boolean', []);
  throw refusal(node, 'this kind of schema');
}

function objectOf(node: Node<TObject>): StructuralSchema {
  const { schema, path } = node;
  allowKeywords(node, ['type', 'properties', 'required', 'additionalProperties', 'description']);
  // Members without a schema are dropped by the server, or refused where its client asks for strictness.
  const { required, additionalProperties = false }: StructuralSchema = { ...schema };
  if (additionalProperties !== false) throw refusal(node, 'an object that has other members, too');
  const members = Object.entries(schema.properties).map(([name, member]) => [
    name,
    project({ ...node, schema: member, path: `${path}.${name}` }),
  ]);
  return {
    type: 'object',
    ...descriptionOf(node),
    ...(required !== undefined && { required }),
    properties: Object.fromEntries(members),
  };
}

function mapOf(node: Node<TRecord>): StructuralSchema {
  const { schema, path, projection } = node;
  allowKeywords(node, ['type', 'patternProperties', ...mapBounds, 'description']);
  const [[pattern, values] = [], ...more] = Object.entries(schema.patternProperties);
  if (values === undefined || more.length > 0) throw refusal(node, 'a map of several kinds');
  const isRuled = projection.extensions?.get(path)?.['x-kubernetes-validations'] !== undefined;
  if (pattern !== anyName && !isRuled) throw refusal(node, `${pattern} of names without a rule`);
  return {
    type: 'object',
    ...descriptionOf(node),
    ...checksOf(node, mapBounds),
    additionalProperties: project({ ...node, schema: values, path: `${path}[]` }),
  };
}

function listOf(node: Node<TArray>): StructuralSchema {
  allowKeywords(node, ['type', 'items', ...listBounds, 'description']);
  return {
    type: 'array',
    ...descriptionOf(node),
    ...checksOf(node, listBounds),
    items: project({ ...node, schema: node.schema.items, path: `${node.path}[]` }),
  };
}

/** Structural schemas have no unions: any value may stand there, but each type's bounds are kept, which only it heeds. */
function unionOf(node: Node<TUnion>): StructuralSchema {
  allowKeywords(node, ['anyOf', 'description']);
  const branches = node.schema.anyOf.map(schema => branchOf({ ...node, schema }));
  if (new Set(branches.map(({ type }) => type)).size < branches.length) {
    throw refusal(node, 'a union of values of one type');
  }
  return {
    ...descriptionOf(node),
    ...Object.fromEntries(branches.flatMap(({ bounds }) => Object.entries(bounds))),
    'x-kubernetes-preserve-unknown-fields': true,
  };
}

function branchOf(node: Node): { readonly type: string; readonly bounds: StructuralSchema } {
  const { schema } = node;
  if (IsString(schema)) {
    allowKeywords(node, ['type', ...textBounds]);
    return { type: 'string', bounds: checksOf(node, textBounds) };
  }
  if (IsArray(schema) && IsUnknown(schema.items)) {
    allowKeywords(node, ['type', 'items', ...listBounds]);
    return { type: 'array', bounds: checksOf(node, listBounds) };
  }
  if (IsRecord(schema) && Object.values(schema.patternProperties).every(IsUnknown)) {
    allowKeywords(node, ['type', 'patternProperties', ...mapBounds]);
    return { type: 'object', bounds: checksOf(node, mapBounds) };
  }
  throw refusal(node, 'a union of this');
}

function choiceOf(node: Node<TEnum>): StructuralSchema {
  if (!node.schema.enum.every(choice => typeof choice === 'string')) {
    throw refusal(node, 'a choice of values other than strings');
  }
  return scalarOf(node, 'string', ['enum']);
}

function scalarOf(node: Node, type: string, checks: readonly string[]): StructuralSchema {
  const { schema, path, projection } = node;
  allowKeywords(node, ['type', 'description', 'default', ...checks]);
  return {
    type,
    ...descriptionOf(node),
    ...(projection.isFilledIn?.(path) && picked(schema, ['default'])),
    ...checksOf(node, checks),
  };
}

const anyName = '^.*$';
const mapBounds = ['minProperties', 'maxProperties'];
const listBounds = ['minItems', 'maxItems'];
const textBounds = ['minLength', 'maxLength'];

function descriptionOf({ schema, projection }: Node): StructuralSchema {
  const description = describeValue({ ...schema }, projection.isChecked ?? true);
  return description === undefined ? {} : { description };
}

function checksOf({ schema, projection }: Node, names: readonly string[]): StructuralSchema {
  return projection.isChecked === false ? {} : picked(schema, names);
}

function picked(schema: TSchema, names: readonly string[]): StructuralSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => names.includes(name)));
}

function allowKeywords(node: Node, known: readonly string[]): void {
  const unknown = Object.keys(node.schema).find(name => !known.includes(name));
  if (unknown !== undefined) throw refusal(node, unknown);
}

function refusal({ path }: Node, what: string): TypeError {
  return new TypeError(`${path}: a CRD can't say ${what}`);
}
