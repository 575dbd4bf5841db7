import { Notification } from '@picket/monitor';

/** The part of the schema of the chart's values that this writes. */
interface ValuesSchema {
  readonly definitions: Readonly<Record<string, unknown>>;
}

export const valuesSchemaFile = new URL(
  '../../../charts/picket/values.schema.json',
  import.meta.url,
);

/** The schema of the chart's values, what a notification is taken from the monitor's own schema. */
export function valuesSchemaText(present: string): string {
  const schema: ValuesSchema = JSON.parse(present);
  const definitions = { ...schema.definitions, notification: notification() };
  return `${JSON.stringify({ ...schema, definitions }, undefined, 2)}\n`;
}

/** One schema for each type, asked only where the type is named: so a mistake is told by itself. */
function notification(): unknown {
  const types = Notification.anyOf.map(({ properties }) => properties.type.const);
  return {
    description: 'A channel that incidents and recoveries are told on.',
    type: 'object',
    required: ['type', 'id'],
    properties: { type: { enum: types } },
    allOf: Notification.anyOf.map(schema => ({
      if: { properties: { type: { const: schema.properties.type.const } }, required: ['type'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: schema,
    })),
  };
}
