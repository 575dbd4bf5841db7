import type { TValidationError } from 'typebox/error';
import { nearest } from './nearest.ts';
import type { Problem } from './problem.ts';
import { isRecord } from './record.ts';

/** A schema, or a part of one, read by its keywords. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/**
 * What is wrong, in words for the author. A value is repeated only where the schema expects a number,
 * a truth value or one of a list: other fields may hold a password.
 */
export function wordError(
  error: TValidationError,
  node: SchemaNode,
  value: unknown,
): Omit<Problem, 'path'> {
  switch (error.keyword) {
    case 'minLength':
      return {
        message: error.params.limit === 1 ? 'must not be empty' : atLeast(error, 'characters'),
      };
    case 'maxLength':
      return { message: `must have at most ${error.params.limit} characters` };
    case 'minItems':
      return {
        message: error.params.limit === 1 ? 'must not be empty' : atLeast(error, 'entries'),
      };
    case 'maxItems':
      return { message: `must have at most ${error.params.limit} entries, found ${sizeOf(value)}` };
    case 'maxProperties':
      return { message: `must have at most ${error.params.limit} fields, found ${sizeOf(value)}` };
    case 'pattern':
      return { message: `must match ${error.params.pattern}`, ...descriptionHint(node) };
    case 'type':
    case 'enum':
    case 'const':
    case 'anyOf':
    case 'minimum':
    case 'maximum':
      return {
        message: `must be ${expected(node)}, found ${found(node, value)}`,
        ...fix(node, value),
      };
    default:
      return { message: `must be ${expected(node)}` };
  }
}

function atLeast(error: { params: { limit: number } }, what: string): string {
  return `must have at least ${error.params.limit} ${what}`;
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function descriptionHint({ description }: SchemaNode): { hint?: string } {
  return typeof description === 'string' ? { hint: description } : {};
}

function expected(node: SchemaNode): string {
  const choices = choicesOf(node);
  if (choices) return choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(', ')}`;
  if (Array.isArray(node.anyOf)) {
    return new Intl.ListFormat('en', { type: 'disjunction', style: 'long' }).format(
      node.anyOf.filter(isRecord).map(expected),
    );
  }
  switch (node.type) {
    case 'integer':
      return `an integer${range(node)}`;
    case 'number':
      return `a number${range(node)}`;
    case 'string':
      return 'a string';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
      return 'a mapping';
    default:
      return 'as described';
  }
}

function range({ minimum, maximum }: SchemaNode): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function choicesOf(node: SchemaNode): readonly unknown[] | undefined {
  if (Array.isArray(node.enum)) return node.enum;
  if (node.const !== undefined) return [node.const];
  if (!Array.isArray(node.anyOf) || !node.anyOf.every(isRecord)) return undefined;
  const choices = node.anyOf.map(branch => branch.const);
  return choices.includes(undefined) ? undefined : choices;
}

function found(node: SchemaNode, value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const isHarmless =
    choicesOf(node) || ['integer', 'number', 'boolean'].some(type => type === node.type);
  if (!isHarmless) return typeof value === 'boolean' ? 'true or false' : `a ${typeof value}`;
  return typeof value === 'string' ? JSON.stringify(shortened(value)) : String(value);
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

const spokenTruth = new Map([
  ...['yes', 'on', 'true'].map(word => [word, 'true'] as const),
  ...['no', 'off', 'false'].map(word => [word, 'false'] as const),
]);

function fix(node: SchemaNode, value: unknown): { hint?: string } {
  const choices = choicesOf(node);
  if (choices && typeof value === 'string') {
    const match = nearest(
      value,
      choices.filter(choice => typeof choice === 'string'),
    );
    return match === undefined ? {} : { hint: `did you mean "${match}"?` };
  }
  if (node.type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    return { hint: 'put it in quotes' };
  }
  if (node.type === 'array' && isRecord(value)) return { hint: 'start each entry with "- "' };
  if (typeof value !== 'string') return {};
  const truth = spokenTruth.get(value.toLowerCase());
  if (node.type === 'boolean' && truth) return { hint: `write ${truth} without quotes` };
  const isNumber = node.type === 'integer' || node.type === 'number';
  if (isNumber && /^-?\d+$/.test(value)) return { hint: `write ${value} without quotes` };
  return {};
}
