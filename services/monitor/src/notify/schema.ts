import { type Static, Type } from 'typebox';
import { Name, Text } from '../probe/schema/text.ts';

const channelFields = {
  id: Name('Identifier of the channel, unique in the file; probes name it in `notify`.'),
  timeout: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      default: 10_000,
      description: 'How long, in milliseconds, one try may take before it is aborted and repeated.',
    }),
  ),
};

export const WebhookNotification = Type.Object(
  {
    type: Type.Literal('webhook', { description: 'Sends JSON to a url.' }),
    ...channelFields,
    url: Text('Where to send it: an http or https url. May hold `{{ env.NAME }}`.', {
      maxLength: 8192,
    }),
    method: Type.Optional(
      Type.Enum(['POST', 'PUT'], { default: 'POST', description: 'HTTP method.' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 256 }), Type.String({ maxLength: 8192 }), {
        maxProperties: 32,
        description: 'Headers to send along. Values may hold `{{ env.NAME }}`.',
      }),
    ),
  },
  { additionalProperties: false, description: 'A receiver of JSON over HTTP.' },
);
export type WebhookNotification = Static<typeof WebhookNotification>;

/** An entry of the config file's `notifications`. */
export const Notification = Type.Union([WebhookNotification], {
  description: 'Where incidents and recoveries are told.',
});
export type Notification = Static<typeof Notification>;
