import type { Environment } from '../template/environment.ts';
import { createAlertmanager } from './alertmanager.ts';
import type { Channel } from './channel.ts';
import type { Notification } from './schema.ts';
import { createSlack } from './slack/slack.ts';
import { createSmtp } from './smtp/smtp.ts';
import { createTracker } from './tracker/tracker.ts';
import { createWebhook } from './webhook.ts';

/** What channels are made with, beside their configuration. */
export interface ChannelContext {
  /** Picket's own version, told to receivers. */
  readonly version: string;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** What templates of messages read as `env`; absent: nothing. */
  readonly env?: Environment;
}

type Type = Notification['type'];

type Of<T extends Type> = { [P in T]: Extract<Notification, { type: P }> & { type: P } }[T];

type Creators = {
  readonly [T in Type]: (notification: Of<T>, context: ChannelContext) => Channel;
};

/** Every type of channel: a new one is a line here, a schema in `schema.ts` and a file of its own. */
const creators: Creators = {
  alertmanager: createAlertmanager,
  slack: createSlack,
  smtp: createSmtp,
  tracker: createTracker,
  webhook: createWebhook,
};

/**
 * The channels of a configuration by id, whose templates are rendered. Throws `PKT_CONFIG_INVALID` where a
 * rendered value cannot be used.
 */
export function createChannels(
  notifications: readonly Notification[],
  context: ChannelContext,
): ReadonlyMap<string, Channel> {
  return new Map(
    notifications.map(notification => [notification.id, createChannel(notification, context)]),
  );
}

function createChannel<T extends Type>(notification: Of<T>, context: ChannelContext): Channel {
  return creators[notification.type](notification, context);
}
