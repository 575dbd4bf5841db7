import type { Field, FieldShape, FieldTable, FieldValue } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import type { RecordType } from '../record/record-type.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

/** Where the work stands and where it lies is no model's to make up, and it knows no record to refer to. */
const kept = new Set(['status', 'linkedBranches', 'linkedPullRequests']);

/** The fields that a model drafts. */
export function draftFields(type: RecordType): FieldTable {
  return Object.fromEntries(
    Object.entries<Field<FieldValue>>(fieldsOf[type]).filter(
      ([name, { shape }]) => !kept.has(name) && !isReference(shape),
    ),
  );
}

function isReference(shape: FieldShape): boolean {
  return shape.kind === 'reference' || (shape.kind === 'set' && shape.of.kind === 'reference');
}

/**
 * What the model is to answer, in the part of JSON Schema that endpoints know for structured output: every property is
 * there, null standing for nothing, and bounds are told in words. The tracker's own check comes after.
 */
export function draftSchema(type: RecordType): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(draftFields(type)).map(([name, field]) => [name, propertyOf(field)]),
  );
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function propertyOf({ shape, about }: Field<FieldValue>): JsonSchema {
  switch (shape.kind) {
    case 'line': {
      const description = `${about}; one line, at most ${shape.max} characters`;
      return { type: shape.required ? 'string' : ['string', 'null'], description };
    }
    case 'text':
      return { type: 'string', description: `${about}; at most ${shape.max} characters` };
    case 'choice':
      return {
        type: shape.nullable ? ['string', 'null'] : 'string',
        enum: shape.nullable ? [...shape.of, null] : shape.of,
        description: about,
      };
    case 'instant':
      return {
        type: ['string', 'null'],
        description: `${about}; such as 2026-11-21 or 2026-11-21T09:00:00Z, null unless the text tells`,
      };
    case 'number':
      return {
        type: ['number', 'null'],
        description: `${about}; from 0 to ${shape.max}, null unless the text tells`,
      };
    case 'reference':
      return { type: 'string', description: about };
    case 'set':
      return { type: 'array', items: { type: 'string' }, description: about };
  }
}
