import type { Channel } from './channel.ts';
import type { ChannelContext } from './channels.ts';
import { createHttpReceiver } from './http-receiver.ts';
import { createPayload } from './payload.ts';
import { defaultTimeout } from './schema/channel-fields.ts';
import type { WebhookNotification } from './schema/webhook.ts';

/** Throws `PKT_CONFIG_INVALID` where the rendered url or a header cannot be sent. */
export function createWebhook(notification: WebhookNotification, context: ChannelContext): Channel {
  const { id, timeout = defaultTimeout } = notification;
  const receiver = createHttpReceiver({ ...notification, timeout }, context);
  return {
    id,
    timeout,
    send: (transition, signal) =>
      receiver.send(
        {
          body: JSON.stringify(createPayload(transition)),
          headers: { 'idempotency-key': transition.id },
        },
        signal,
      ),
  };
}
