import type { Field, FieldShape, FieldTable, FieldValue, SetMember, ValuesOf } from './field.ts';
import { isId } from './record-id.ts';

/** What is wrong with a value for a field, in words that follow its name; undefined when nothing is. */
export function faultOf(shape: FieldShape, value: unknown): string | undefined {
  switch (shape.kind) {
    case 'line':
      if (value === null && !shape.required) return undefined;
      return faultOfLine(shape.max, value);
    case 'text':
      return faultOfText(shape.max, value);
    case 'choice':
      if (value === null && shape.nullable) return undefined;
      return typeof value === 'string' && shape.of.includes(value)
        ? undefined
        : `must be one of ${shape.of.join(', ')}`;
    case 'instant':
      return value === null || isInstant(value)
        ? undefined
        : 'must be a time in ISO 8601, such as 2026-11-21 or 2026-11-21T09:00:00Z';
    case 'number':
      return value === null || isNumberUpTo(shape.max, value)
        ? undefined
        : `must be a number from 0 to ${shape.max}`;
    case 'reference':
      if (value === null && shape.nullable) return undefined;
      return isId(value) ? undefined : `must be the id of its ${shape.to}`;
    case 'set':
      return faultOfSet(shape, value);
  }
}

function isNumberUpTo(max: number, value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= max;
}

function isInstant(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

function faultOfSet(shape: FieldShape & { kind: 'set' }, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list';
  if (value.length > shape.most)
    return `must have at most ${shape.most} members, not ${value.length}`;
  for (const member of value) {
    const fault = faultOfMember(shape.of, member);
    if (fault !== undefined) return fault;
  }
  return new Set(value).size === value.length ? undefined : 'must not have a member twice';
}

export function faultOfMember(of: SetMember, value: unknown): string | undefined {
  if (of.kind === 'line') return faultOfLine(of.max, value);
  return isId(value) ? undefined : `must be ids of ${of.to}s`;
}

function faultOfLine(max: number, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (value.trim() === '') return 'must not be empty';
  return tooLong(max, value) ?? faultOfCharacters(value, /[\p{Cc}\u2028\u2029]/u, 'on one line');
}

export function faultOfText(max: number, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  return tooLong(max, value) ?? faultOfCharacters(value, /\0/u, 'of characters');
}

function tooLong(max: number, value: string): string | undefined {
  if (value.length <= max) return undefined;
  return `must be at most ${max} characters, not ${value.length}`;
}

function faultOfCharacters(value: string, refused: RegExp, what: string): string | undefined {
  if (!value.isWellFormed())
    return 'must be Unicode text, and holds half of a character (a lone surrogate)';
  const at = value.search(refused);
  if (at === -1) return undefined;
  const code = value.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return `must be text ${what}, and holds the control character U+${code} at position ${at + 1}`;
}

/**
 * Whether all fields of the table are there, and as their shapes say. A set may have more members than anyone may give
 * it: two clones have each added theirs.
 */
export function conforms<Table extends FieldTable>(
  table: Table,
  values: Readonly<Record<string, unknown>>,
): values is ValuesOf<Table> {
  return Object.entries<Field<FieldValue>>(table).every(([name, { shape }]) =>
    shape.kind === 'set' ? Array.isArray(values[name]) : faultOf(shape, values[name]) === undefined,
  );
}
