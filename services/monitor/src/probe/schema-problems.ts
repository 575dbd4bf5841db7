import type { TSchema } from 'typebox';
import type { TValidationError } from 'typebox/error';
import { nearest } from './nearest.ts';
import { at, type Problem } from './problem.ts';
import { isRecord, memberOf } from './record.ts';
import { type SchemaNode, wordError } from './schema-wording.ts';
import { oneErrorPerUnion } from './union-errors.ts';

/** What the schema's errors mean to the author of the value: one problem a mistake, in the errors' order. */
export function schemaProblems(
  schema: TSchema,
  value: unknown,
  errors: readonly TValidationError[],
  path: string,
): Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of oneErrorPerUnion(errors)) {
    const place = placeOf(value, error.instancePath, path);
    for (const problem of problemsOf(error, nodeAt(schema, error.schemaPath), place)) {
      // The first error at a place is its cause: what has the wrong type is also out of range.
      if (!problems.has(problem.path)) problems.set(problem.path, problem);
    }
  }
  return [...problems.values()];
}

interface Place {
  readonly path: string;
  readonly value: unknown;
}

function problemsOf(error: TValidationError, node: SchemaNode, { path, value }: Place): Problem[] {
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties
        .filter(name => !isMisspelt(name, node, value))
        .map(name => ({
          path: at(path, name),
          message: 'is required',
          ...hintOf(propertiesOf(node)[name]),
        }));
    case 'additionalProperties':
      return error.params.additionalProperties.map(name => ({
        path: at(path, name),
        message: 'unknown field',
        hint: suggestion(name, Object.keys(propertiesOf(node))),
      }));
    case 'anyOf':
      return [unionProblem(error, node, { path, value })];
    // Each unknown field has one beside the error that names them all.
    case 'boolean':
      return [];
    default:
      return [{ path, ...wordError(error, node, value) }];
  }
}

/** Where mappings are told apart by a tag, such as `type`, the mistake is in the tag. */
function unionProblem(error: TValidationError, node: SchemaNode, { path, value }: Place): Problem {
  const tag = isRecord(value) ? tagOf(node) : undefined;
  if (!tag || !isRecord(value)) return { path, ...wordError(error, node, value) };
  return {
    path: at(path, tag.name),
    ...wordError(error, { enum: tag.values }, value[tag.name]),
  };
}

function tagOf({ anyOf }: SchemaNode): { name: string; values: unknown[] } | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const branches = anyOf.filter(isRecord).map(propertiesOf);
  const valuesOf = (name: string) => branches.map(branch => memberOf(branch[name], 'const'));
  const name = Object.keys(branches[0] ?? {}).find(key => !valuesOf(key).includes(undefined));
  return name === undefined ? undefined : { name, values: valuesOf(name) };
}

function suggestion(name: string, allowed: readonly string[]): string {
  const match = nearest(name, allowed);
  return match === undefined ? `allowed: ${allowed.join(', ')}` : `did you mean "${match}"?`;
}

/** Whether the field is missing only because its name is misspelt: one mistake, not two. */
function isMisspelt(name: string, node: SchemaNode, value: unknown): boolean {
  const names = Object.keys(propertiesOf(node));
  // Where any field may stand, the one with the odd name is no mistake that would be reported.
  return (
    node.additionalProperties === false &&
    isRecord(value) &&
    Object.keys(value).some(key => !names.includes(key) && nearest(key, names) === name)
  );
}

function propertiesOf(node: SchemaNode): Readonly<Record<string, unknown>> {
  return isRecord(node.properties) ? node.properties : {};
}

function hintOf(node: unknown): { hint?: string } {
  const description = isRecord(node) ? node.description : undefined;
  return typeof description === 'string' ? { hint: description } : {};
}

function nodeAt(schema: TSchema, pointer: string): SchemaNode {
  let node: unknown = schema;
  for (const member of membersOf(pointer)) {
    node = typeof node === 'object' && node !== null ? Reflect.get(node, member) : undefined;
  }
  return isRecord(node) ? node : {};
}

/** The value at a JSON pointer, and its path in our notation. */
function placeOf(root: unknown, pointer: string, path: string): Place {
  let place: Place = { path, value: root };
  for (const member of membersOf(pointer)) {
    const { value } = place;
    place = Array.isArray(value)
      ? { path: at(place.path, Number(member)), value: value[Number(member)] }
      : { path: at(place.path, member), value: isRecord(value) ? value[member] : undefined };
  }
  return place;
}

function membersOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(member => member.replaceAll('~1', '/').replaceAll('~0', '~'));
}
