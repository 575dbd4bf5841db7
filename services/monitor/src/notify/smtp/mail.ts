import type { Transition } from '../../alert/transition.ts';
import { cut } from '../message/cut.ts';
import type { Message } from '../message/writer.ts';
import type { MailAddress } from './address.ts';
import { type Thread, threadOf } from './message-id.ts';

export interface Mail extends Thread {
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly subject: string;
  readonly text: string;
}

/** Characters. */
const longest = { subject: 200, item: 8192 } as const;

export function createMail(
  { title, items, more }: Message,
  transitions: readonly Transition[],
  { from, to }: Pick<Mail, 'from' | 'to'>,
): Mail {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const texts = items.map(({ text }) => cut(withoutControls(text), longest.item).trimEnd());
  return {
    from,
    to,
    subject: cut(oneLine(title), longest.subject),
    text: `${[...texts, ...(more === undefined ? [] : [more])].join('\n\n')}\n`,
    ...threadOf(transitions, domain),
  };
}

function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ');
}
