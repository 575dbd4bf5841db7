import { type Static, Type } from 'typebox';
import { Text } from '../../probe/schema/text.ts';
import { channelFields } from './channel-fields.ts';

const Priority = (severity: string, priority: 'low' | 'medium' | 'high' | 'urgent') =>
  Type.Optional(
    Type.Enum(['low', 'medium', 'high', 'urgent'], {
      default: priority,
      description: `Priority of tickets of ${severity}.`,
    }),
  );

const Line = (description: string, options: { maxLength: number; default?: string }) =>
  Type.String({ minLength: 1, pattern: '^[^\\r\\n]*$', description, ...options });

export const TrackerNotification = Type.Object(
  {
    type: Type.Literal('tracker', {
      description: 'Opens a ticket for each incident, by the HTTP API of `tracker-web`.',
    }),
    ...channelFields,
    timeout: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60_000,
        default: 30_000,
        description:
          'How long, in milliseconds, one try may take before it is aborted and repeated.',
      }),
    ),
    url: Text(
      'Address of `tracker-web`, without `/api/run`: an http or https url. May hold `{{ env.NAME }}`.',
      { maxLength: 8192 },
    ),
    token: Type.Optional(
      Text('Its `TRACKER_WEB_TOKEN`, as `{{ env.NAME }}`. Left out where it asks for none.', {
        maxLength: 8192,
      }),
    ),
    story: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Line('An id.', { maxLength: 64 })], {
        description: 'Number or id of the story that new tickets belong to. Default: none.',
      }),
    ),
    labels: Type.Optional(
      Type.Array(Line('A label.', { maxLength: 50 }), {
        maxItems: 16,
        default: ['incident'],
        description: 'Labels of new tickets, beside the one by which Picket finds them again.',
      }),
    ),
    assignee: Type.Optional(
      Line('Who new tickets are assigned to. Default: nobody.', { maxLength: 200 }),
    ),
    priority: Type.Optional(
      Type.Object(
        {
          critical: Priority('critical alerts', 'urgent'),
          warning: Priority('warning alerts', 'medium'),
          info: Priority('info alerts', 'low'),
          none: Priority('alerts without a severity', 'high'),
        },
        { additionalProperties: false, description: 'The priority of new tickets by severity.' },
      ),
    ),
    reopenWithin: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        default: 86_400,
        description:
          'Seconds after which a done ticket is no longer reopened: the next incident opens another.',
      }),
    ),
    commentEvery: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 2_592_000,
        default: 3600,
        description: 'Seconds between two comments while an incident lasts, at least.',
      }),
    ),
    links: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[^\\r\\n`\\[\\]]{1,50}$' }),
        Text('An http or https url.', { maxLength: 2048 }),
        {
          maxProperties: 8,
          description:
            'Links in tickets by name, such as `dashboard`: urls that may hold `{{ probe.id }}` and other names.',
        },
      ),
    ),
    actor: Type.Optional(
      Line('In whose name tickets are made and changed.', { maxLength: 200, default: 'picket' }),
    ),
  },
  { additionalProperties: false, description: 'Tickets in the tracker.' },
);
export type TrackerNotification = Static<typeof TrackerNotification>;
