import { TrackerError } from '../errors.ts';
import type { FieldValue } from '../record/field.ts';
import type { RecordType } from '../record/record-type.ts';
import { draftMessages, type Message, repairMessages } from './draft-messages.ts';
import { parseDraft } from './parse-draft.ts';

/** Resolves to a model's answer to a conversation. */
export type Ask = (messages: readonly Message[]) => Promise<string>;

/**
 * Fields of a record, written by a model from any text. An answer that cannot be used is sent back once, with all that
 * is wrong with it; a second one is MODEL_FAILED.
 */
export async function draftRecord(
  type: RecordType,
  source: string,
  { ask, today }: { readonly ask: Ask; readonly today: string },
): Promise<Readonly<Record<string, FieldValue>>> {
  const messages = draftMessages(type, source, today);
  const answer = await ask(messages);
  const first = parseDraft(type, answer);
  if (first.kind === 'draft') return first.values;
  const second = parseDraft(type, await ask(repairMessages(messages, answer, first.problems)));
  if (second.kind === 'draft') return second.values;
  throw new TrackerError(
    'MODEL_FAILED',
    'the model gave no usable draft, not even when asked again',
    {
      remedy: 'try again, with a clearer text or another TRACKER_AI_MODEL',
      problems: second.problems,
    },
  );
}
