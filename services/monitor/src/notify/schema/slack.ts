import { type Static, Type } from 'typebox';
import { Text } from '../../probe/schema/text.ts';
import { channelFields } from './channel-fields.ts';
import { groupingFields } from './grouping-fields.ts';

export const SlackNotification = Type.Object(
  {
    type: Type.Literal('slack', { description: 'Posts messages by an incoming webhook.' }),
    ...channelFields,
    url: Text(
      'Address of the incoming webhook, of Slack or of what takes the same messages, such as Mattermost. Best given as `{{ env.NAME }}`.',
      { maxLength: 8192 },
    ),
    channel: Type.Optional(
      Text('Where to post, `#name` or `@name`, where the webhook may choose.', { maxLength: 256 }),
    ),
    username: Type.Optional(Text('Who posts, where the webhook may choose.', { maxLength: 80 })),
    iconEmoji: Type.Optional(
      Text('Picture of who posts, such as `:rotating_light:`, where the webhook may choose.', {
        maxLength: 100,
        pattern: '^:[^:\\s]+:$',
      }),
    ),
    title: Type.Optional(
      Text('First line of a message that tells of one transition. A template of messages.'),
    ),
    text: Type.Optional(
      Text('What is said of each transition. A template of messages, in Slack’s mrkdwn.'),
    ),
    groupTitle: Type.Optional(
      Text('First line of a message that tells of several. A template of messages.'),
    ),
    ...groupingFields,
  },
  { additionalProperties: false, description: 'A channel of Slack or of what works alike.' },
);
export type SlackNotification = Static<typeof SlackNotification>;
