import type { Transition } from '../../alert/transition.ts';
import { cut } from '../message/cut.ts';
import type { Message } from '../message/writer.ts';

/** What an incoming webhook takes, of Slack and of Mattermost: blocks are known to Slack only. */
export interface SlackPayload {
  readonly text: string;
  readonly channel?: string;
  readonly username?: string;
  readonly icon_emoji?: string;
  readonly attachments: readonly SlackAttachment[];
}

interface SlackAttachment {
  readonly color?: string;
  readonly fallback: string;
  readonly text: string;
  readonly mrkdwn_in: readonly ['text'];
}

export interface SlackSender {
  readonly channel?: string | undefined;
  readonly username?: string | undefined;
  readonly iconEmoji?: string | undefined;
}

/** Characters: Slack takes no more in a section, and folds what is longer. */
const longest = { title: 300, text: 3000, fallback: 300 } as const;
const colours = {
  critical: '#d7263d',
  warning: '#f0a202',
  info: '#2f80ed',
  none: '#e8590c',
  recovery: '#2eb67d',
} as const;

export function createSlackPayload(message: Message, sender: SlackSender): SlackPayload {
  const { channel, username, iconEmoji } = sender;
  const attachments = message.items.map(({ transition, text }) =>
    attachment(text, colourOf(transition)),
  );
  return {
    text: `*${cutEscaped(oneLine(message.title), longest.title)}*`,
    ...(channel !== undefined && { channel }),
    ...(username !== undefined && { username }),
    ...(iconEmoji !== undefined && { icon_emoji: iconEmoji }),
    attachments:
      message.more === undefined ? attachments : [...attachments, attachment(message.more)],
  };
}

/** What only Mattermost takes for markup: `@name` calls somebody, and `[text](address)` hides where it leads. */
const mattermost = /@(?=all|channel|here)|(?<!\w)@(?=\w)|\](?=[([])/gi;

/** Texts in which no value calls people or hides a link. */
export function escapeMrkdwn(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replace(mattermost, '$&\u200b');
}

function attachment(text: string, color?: string): SlackAttachment {
  return {
    ...(color !== undefined && { color }),
    fallback: cutEscaped(oneLine(text), longest.fallback),
    text: cutEscaped(text, longest.text),
    mrkdwn_in: ['text'],
  };
}

function colourOf({ type, alert }: Transition): string {
  return type === 'recovery' ? colours.recovery : colours[alert.severity ?? 'none'];
}

/** Cuts in front of an escape rather than within it. */
function cutEscaped(text: string, limit: number): string {
  return cut(text, limit).replace(/&[a-z]{0,3}…$/, '…');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
