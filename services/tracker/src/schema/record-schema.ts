import type { FieldTable } from '../record/field.ts';
import { fieldsOf, longestBody } from '../record/fields.ts';
import { idPattern } from '../record/record-id.ts';
import { type RecordType, recordTypes } from '../record/record-type.ts';
import { fieldSchema, instantPattern } from './field-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

const id = { type: 'string', pattern: idPattern } as const;
const instant = { type: 'string', format: 'date-time', pattern: instantPattern } as const;
const actor = { type: 'string', minLength: 1, maxLength: 200 } as const;
const number = { type: 'integer', minimum: 1 } as const;

/** What every record has besides its fields: the tracker sets it. */
export const stampSchemas = {
  id: { ...id, description: 'its name for good: a ULID' },
  number: { ...number, description: 'its short number among the records of its type' },
  createdAt: { ...instant, description: 'when it was made' },
  createdBy: { ...actor, description: 'who made it' },
  updatedAt: { ...instant, description: 'when it was last changed or commented on' },
  updatedBy: { ...actor, description: 'who did that' },
  statusChangedAt: { ...instant, description: 'when its status last changed' },
  statusChangedBy: { ...actor, description: 'who did that' },
  deletedAt: {
    ...instant,
    type: ['string', 'null'],
    description: 'when it was deleted; null unless it is',
  },
  deletedBy: { ...actor, type: ['string', 'null'], description: 'who did that' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const commentSchema: JsonSchema = {
  type: 'object',
  properties: {
    id,
    body: { type: 'string', maxLength: longestBody, description: 'in Markdown' },
    createdAt: instant,
    createdBy: actor,
  },
  required: ['id', 'body', 'createdAt', 'createdBy'],
};

/** What a ticket has that nobody sets as a field. */
export const ticketSchemas = {
  forgeIssue: {
    type: ['object', 'null'],
    description: 'the issue on the forge that it is kept in step with',
    properties: {
      repo: { type: 'string', description: 'owner/name' },
      number,
      url: { type: 'string' },
    },
    required: ['repo', 'number', 'url'],
  },
  comments: { type: 'array', items: commentSchema, description: 'in the order they were made' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** A record as the command prints it. Later versions may add properties. */
export const recordSchemas: Readonly<Record<RecordType, JsonSchema>> = ofEachType(type => {
  const properties: Record<string, JsonSchema> = {
    type: { const: type },
    ...stampSchemas,
    ...withoutMostItems(fieldSchemas(type)),
    ...(type === 'ticket' && ticketSchemas),
  };
  return {
    $schema: dialect,
    title: type,
    type: 'object',
    properties,
    required: Object.keys(properties),
  };
});

/** The fields that users give for a new record. Those with no default must be there. */
export const inputSchemas: Readonly<Record<RecordType, JsonSchema>> = ofEachType(type => ({
  $schema: dialect,
  title: `new ${type}`,
  type: 'object',
  properties: fieldSchemas(type),
  required: requiredFields(type),
  additionalProperties: false,
}));

export function requiredFields(type: RecordType): readonly string[] {
  return Object.entries<FieldTable[string]>(fieldsOf[type])
    .filter(([, { initial }]) => initial === undefined)
    .map(([name]) => name);
}

function fieldSchemas(type: RecordType): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries<FieldTable[string]>(fieldsOf[type]).map(([name, field]) => [
      name,
      fieldSchema(field),
    ]),
  );
}

/** A set may have more members than anyone may give it: two clones have each added theirs. */
function withoutMostItems(
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { maxItems: _, ...schema }]) => [name, schema]),
  );
}

function ofEachType(make: (type: RecordType) => JsonSchema): Record<RecordType, JsonSchema> {
  const [epic, story, ticket] = recordTypes;
  return { epic: make(epic), story: make(story), ticket: make(ticket) };
}
