import type { Segment } from '../path/segment.ts';
import { requestValidatorProblems } from '../request-validator.ts';
import type { AnyRouteConfig } from '../route-config.ts';
import { jsonSchemaOf } from '../schema/json-schema.ts';
import type { Schema } from '../schema/schema.ts';

type Entries = Readonly<Record<string, unknown>>;

/** What is wrong with the exports of a config for a path of these segments; none where it can be used. */
export function configProblems(config: unknown, segments: readonly Segment[]): string[] {
  if (!isObject(config)) return ['the config is to be an object, as its module exports it'];
  return [
    ...exportProblems(config),
    ...(isObject(config.requestValidator)
      ? validatorProblems(config.requestValidator, segments)
      : []),
  ];
}

/** Whether a config is free of problems, and so of the type that the rest works with. */
export const isRouteConfig = (
  config: unknown,
  problems: readonly string[],
): config is AnyRouteConfig => isObject(config) && problems.length === 0;

function exportProblems({ requestValidator, responseValidator, handler }: Entries): string[] {
  return [
    ...wrong('requestValidator', requestValidator, isObject, 'createRequestValidator({ ... })'),
    ...wrong('responseValidator', responseValidator, isSchema, 'a schema'),
    ...wrong('handler', handler, isFunction, 'an async function'),
  ];
}

function wrong(
  name: string,
  value: unknown,
  isRight: (value: unknown) => boolean,
  wanted: string,
): string[] {
  if (value === undefined) return [`it exports no "${name}": add one, ${wanted}`];
  return isRight(value) ? [] : [`"${name}" is to be ${wanted}`];
}

function validatorProblems(validator: Entries, segments: readonly Segment[]): string[] {
  return [
    ...requestValidatorProblems(validator).map(problem => `requestValidator: ${problem}`),
    ...paramsProblems(validator.params, segments),
    ...headersProblems(validator.headers),
  ];
}

function paramsProblems(schema: unknown, segments: readonly Segment[]): string[] {
  if (schema === undefined) return [];
  const names = segments.flatMap(segment => (segment.kind === 'static' ? [] : [segment.name]));
  if (names.length === 0) {
    return ['requestValidator has "params", but the path has no dynamic segment'];
  }
  return propertyNames(schema)
    .filter(name => !names.includes(name))
    .map(name => `params has "${name}", but the path has only ${names.map(quoted).join(', ')}`);
}

function headersProblems(schema: unknown): string[] {
  return propertyNames(schema)
    .filter(name => name !== name.toLowerCase())
    .map(name => `headers has "${name}": write it in lower case, as "${name.toLowerCase()}"`);
}

/** The keys of an object schema, of an intersection too; none of a schema that can't tell its keys. */
const propertyNames = (schema: unknown): string[] =>
  isSchema(schema) ? [...new Set(namesIn(jsonSchemaOf(schema)))] : [];

function namesIn(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  const { properties, allOf } = schema;
  return [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...(Array.isArray(allOf) ? allOf.flatMap(namesIn) : []),
  ];
}

const quoted = (name: string): string => `"${name}"`;

const isFunction = (value: unknown): boolean => typeof value === 'function';

const isSchema = (value: unknown): value is Schema => isObject(value) || isFunction(value);

const isObject = (value: unknown): value is Entries => typeof value === 'object' && value !== null;
