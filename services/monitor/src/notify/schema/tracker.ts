import { type Static, Type } from 'typebox';
import { Text } from '../../probe/schema/text.ts';
import { channelFields, Timeout } from './channel-fields.ts';

/** What is done where a tracker channel says nothing else. Times as its fields have them. */
export const trackerDefaults = {
  timeout: 30_000,
  actor: 'picket',
  labels: ['incident'],
  reopenWithin: 86_400,
  commentEvery: 3600,
  priority: { critical: 'urgent', warning: 'medium', info: 'low', none: 'high' },
} as const;

const Priority = (severity: keyof typeof trackerDefaults.priority, whose: string) =>
  Type.Optional(
    Type.Enum(['low', 'medium', 'high', 'urgent'], {
      default: trackerDefaults.priority[severity],
      description: `Priority of tickets of ${whose}.`,
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
    timeout: Timeout(trackerDefaults.timeout),
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
        default: trackerDefaults.labels,
        description: 'Labels of new tickets, beside the one by which Picket finds them again.',
      }),
    ),
    assignee: Type.Optional(
      Line('Who new tickets are assigned to. Default: nobody.', { maxLength: 200 }),
    ),
    priority: Type.Optional(
      Type.Object(
        {
          critical: Priority('critical', 'critical alerts'),
          warning: Priority('warning', 'warning alerts'),
          info: Priority('info', 'info alerts'),
          none: Priority('none', 'alerts without a severity'),
        },
        { additionalProperties: false, description: 'The priority of new tickets by severity.' },
      ),
    ),
    reopenWithin: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        default: trackerDefaults.reopenWithin,
        description:
          'Seconds after which a done ticket is no longer reopened: the next incident opens another.',
      }),
    ),
    commentEvery: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 2_592_000,
        default: trackerDefaults.commentEvery,
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
      Line('In whose name tickets are made and changed.', {
        maxLength: 200,
        default: trackerDefaults.actor,
      }),
    ),
  },
  { additionalProperties: false, description: 'Tickets in the tracker.' },
);
export type TrackerNotification = Static<typeof TrackerNotification>;
