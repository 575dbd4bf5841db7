import type { Transition } from '../../alert/transition.ts';
import { isRecord } from '../../probe/record.ts';
import type { Environment } from '../../template/environment.ts';
import type { Names } from '../../template/reference.ts';
import { type ChannelTemplate, compileChannelTemplate } from '../channel-template.ts';
import { invalidChannel } from '../invalid-channel.ts';
import { type Digest, digestOf } from './digest.ts';
import { groupNames, groupValues, itemNames, itemValues } from './names.ts';
import { wordDetails, wordItem, wordMore, wordNumbers, wordSummary } from './wording.ts';

/** The texts of a channel; what is absent has a default. */
export interface MessageTexts {
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly groupTitle?: string | undefined;
}

export interface WriterSettings {
  /** Id of the channel. */
  readonly id: string;
  readonly texts: MessageTexts;
  readonly env: Environment;
  /** What the receiver takes for markup is escaped in every value; what the templates' author wrote is not. */
  readonly toLiteral: (text: string) => string;
}

/** A message for people. */
export interface Message {
  readonly title: string;
  readonly items: readonly { readonly transition: Transition; readonly text: string }[];
  /** How many more there are than items; absent where there are none. */
  readonly more?: string;
  readonly digest: Digest;
}

export type Writer = (transitions: readonly Transition[]) => Message;

/** Throws `PKT_CONFIG_INVALID` where a template has a mistake. */
export function createWriter({ id, texts, env, toLiteral }: WriterSettings): Writer {
  const compile = (text: string | undefined, allow: Names): ChannelTemplate | undefined => {
    if (text === undefined) return undefined;
    const compiled = compileChannelTemplate(text, allow, env);
    if ('mistake' in compiled) throw invalidChannel(id, [], compiled.mistake);
    return compiled;
  };
  const title = compile(texts.title, itemNames);
  const text = compile(texts.text, itemNames);
  const groupTitle = compile(texts.groupTitle, groupNames);
  const render = (template: ChannelTemplate, values: Readonly<Record<string, unknown>>): string =>
    template(literalValues(values, toLiteral));

  return transitions => {
    const digest = digestOf(transitions);
    const { listed, more, count } = digest;
    const [only] = listed;
    if (count === 1 && only !== undefined) {
      const values = itemValues(only, count);
      return {
        title: title ? render(title, values) : toLiteral(wordSummary(only)),
        items: [
          { transition: only, text: text ? render(text, values) : toLiteral(wordDetails(only)) },
        ],
        digest,
      };
    }
    return {
      title: groupTitle ? render(groupTitle, groupValues(digest)) : toLiteral(wordNumbers(digest)),
      items: listed.map(transition => ({
        transition,
        text: text ? render(text, itemValues(transition, count)) : toLiteral(wordItem(transition)),
      })),
      ...(more > 0 && { more: wordMore(more) }),
      digest,
    };
  };
}

/** Every text in the values, escaped. */
function literalValues(
  values: Readonly<Record<string, unknown>>,
  toLiteral: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, toLiteral(value)];
      return [name, isRecord(value) ? literalValues(value, toLiteral) : value];
    }),
  );
}
