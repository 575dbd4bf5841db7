import type { Field, FieldShape, FieldValue, SetMember } from '../record/field.ts';
import { idPattern } from '../record/record-id.ts';
import type { JsonSchema } from './json-schema.ts';

/** A moment as the tracker writes it: ISO 8601 in UTC, to the millisecond. */
export const instantPattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';

/** Text on one line that is not blank. */
const linePattern = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$';

/**
 * What a field may hold. JSON Schema counts characters where the tracker counts UTF-16 units, as GitHub does: the
 * schema lets through a little more than the tracker's own check, never less.
 */
export function fieldSchema({ shape, initial, about }: Field<FieldValue>): JsonSchema {
  const schema = { ...shapeSchema(shape), description: about };
  return initial === undefined || initial === null ? schema : { ...schema, default: initial };
}

function shapeSchema(shape: FieldShape): JsonSchema {
  switch (shape.kind) {
    case 'line':
      return { type: orNull('string', !shape.required), ...line(shape.max) };
    case 'text':
      return { type: 'string', maxLength: shape.max };
    case 'choice':
      return {
        type: orNull('string', shape.nullable),
        enum: shape.nullable ? [...shape.of, null] : shape.of,
      };
    case 'instant':
      return { type: ['string', 'null'], format: 'date-time', pattern: instantPattern };
    case 'number':
      return { type: ['number', 'null'], minimum: 0, maximum: shape.max };
    case 'reference':
      return { type: orNull('string', shape.nullable), pattern: idPattern };
    case 'set':
      return {
        type: 'array',
        items: memberSchema(shape.of),
        maxItems: shape.most,
        uniqueItems: true,
      };
  }
}

function memberSchema(of: SetMember): JsonSchema {
  return of.kind === 'line'
    ? { type: 'string', ...line(of.max) }
    : { type: 'string', pattern: idPattern };
}

function line(max: number): JsonSchema {
  return { minLength: 1, maxLength: max, pattern: linePattern };
}

function orNull(type: string, nullable: boolean): string | readonly string[] {
  return nullable ? [type, 'null'] : type;
}
