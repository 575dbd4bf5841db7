import type { Channel } from '../channel.ts';
import type { ChannelContext } from '../channels.ts';
import { httpUrlOf, invalidChannel, makeAll } from '../invalid-channel.ts';
import { compileLink, type Link } from '../links.ts';
import { trackerDefaults as defaults, type TrackerNotification } from '../schema/tracker.ts';
import { createBoard } from './board.ts';
import { createBridge } from './bridge.ts';
import type { Desk } from './desk.ts';
import { tellIncident } from './tell-incident.ts';
import { followTickets } from './tell-lasting.ts';
import { tellRecovery } from './tell-recovery.ts';

/**
 * Every incident becomes a ticket, which is commented on while it lasts and closed when it recovers. Throws
 * `PKT_CONFIG_INVALID` where the rendered url, token or a link cannot be used.
 */
export function createTracker(
  notification: TrackerNotification,
  { version, now, env }: ChannelContext,
): Channel {
  const { id, timeout = defaults.timeout, actor = defaults.actor } = notification;
  const [endpoint, token, links] = makeAll(id, [
    () => endpointOf(notification),
    () => tokenOf(notification),
    () => linksOf(notification, env),
  ]);
  const bridge = createBridge({
    endpoint,
    ...(token !== undefined && { token }),
    actor,
    userAgent: `picket/${version}`,
    timeout,
    now,
  });
  const { assignee, story, labels = defaults.labels } = notification;
  const { commentEvery = defaults.commentEvery, reopenWithin = defaults.reopenWithin } =
    notification;
  const priority = { ...defaults.priority, ...notification.priority };
  const desk: Desk = {
    board: createBoard(bridge),
    actor,
    wording: {
      links,
      commentEvery: commentEvery * 1000,
      reopenWithin: reopenWithin * 1000,
    },
    labels,
    priorityOf: severity => priority[severity ?? 'none'],
    ...(assignee !== undefined && { assignee }),
    ...(story !== undefined && { story: `${story}` }),
    now,
  };

  return {
    id,
    timeout,
    send: (transition, signal) =>
      transition.type === 'incident'
        ? tellIncident(transition, desk, signal)
        : tellRecovery(transition, desk, signal),
    following: followTickets(desk),
  };
}

function endpointOf({ id, url: text }: TrackerNotification): URL {
  const url = httpUrlOf(id, text);
  if (url.username !== '' || url.password !== '')
    throw invalidChannel(id, ['url'], 'holds a user or password: the bridge takes a `token` only');
  if (url.search !== '' || url.hash !== '')
    throw invalidChannel(id, ['url'], 'has a query or fragment, which `tracker-web` has not');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/api/run`;
  return url;
}

function tokenOf({ id, token }: TrackerNotification): string | undefined {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw invalidChannel(id, ['token'], 'holds something else than visible ASCII characters');
}

function linksOf(
  { id, links = {} }: TrackerNotification,
  env: ChannelContext['env'],
): readonly Link[] {
  const makers = Object.entries(links).map(([name, template]) => () => {
    const link = compileLink(name, template, env);
    if ('mistake' in link) throw invalidChannel(id, ['links', name], link.mistake);
    return link;
  });
  return makeAll(id, makers);
}
