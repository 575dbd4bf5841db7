import { type Static, Type } from 'typebox';
import { AlertmanagerNotification } from './schema/alertmanager.ts';
import { SlackNotification } from './schema/slack.ts';
import { SmtpNotification } from './schema/smtp.ts';
import { TrackerNotification } from './schema/tracker.ts';
import { WebhookNotification } from './schema/webhook.ts';

/** An entry of the config file's `notifications`: a type of channel is a line here and a file in `schema/`. */
export const Notification = Type.Union(
  [
    AlertmanagerNotification,
    SlackNotification,
    SmtpNotification,
    TrackerNotification,
    WebhookNotification,
  ],
  {
    description: 'Where incidents and recoveries are told.',
  },
);
export type Notification = Static<typeof Notification>;
