import { type Static, Type } from 'typebox';
import { Text } from '../../probe/schema/text.ts';
import { channelFields } from './channel-fields.ts';

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
