import { type Static, Type } from 'typebox';
import { Name, Text } from './text.ts';

export const Severity = Type.Enum(['critical', 'warning', 'info'], {
  description: 'How urgent the alert is, for whoever routes its notifications.',
});

export type Severity = Static<typeof Severity>;

export const Alert = Type.Object(
  {
    name: Type.Optional(
      Name(
        'Name of the alert, the key of its state and its `alert` metric label. Defaults to the text of its assertion.',
      ),
    ),
    assertion: Text(
      'Condition that makes the alert true, for example `response.status != 200 or response.time > 2000`.',
    ),
    message: Type.Optional(
      Text(
        'Text of the notification. May hold expressions, for example `Status is {{ response.status }}`.',
      ),
    ),
    severity: Type.Optional(Severity),
  },
  {
    additionalProperties: false,
    description: 'A condition on the response that leads to an incident when it stays true.',
  },
);
export type Alert = Static<typeof Alert>;

export const Alerts = (description: string) =>
  Type.Optional(Type.Array(Alert, { maxItems: 16, description }));
