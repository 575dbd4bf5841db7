import { PicketError } from '../errors.ts';
import { at } from '../probe/problem.ts';

/** What a channel cannot be made of. */
export interface Mistake {
  /** Where it stands in the channel: `['to', 1]`. Empty for the whole. */
  readonly field: readonly (string | number)[];
  /** What is said of the field, without its value, which may be a secret: `is no http or https url`. */
  readonly reason: string;
}

/** Everything that a channel cannot be made of. */
export class InvalidChannel extends PicketError {
  readonly mistakes: readonly Mistake[];

  constructor(id: string, mistakes: readonly Mistake[]) {
    super('PKT_CONFIG_INVALID', `the notification channel ${id}: ${mistakes.map(word).join('; ')}`);
    this.mistakes = mistakes;
  }
}

export function invalidChannel(
  id: string,
  field: Mistake['field'],
  reason: string,
): InvalidChannel {
  return new InvalidChannel(id, [{ field, reason }]);
}

/** What all of them make. Throws `InvalidChannel` with what each of them threw in it. */
export function makeAll<Made extends readonly unknown[]>(
  id: string,
  makers: readonly [...{ [Part in keyof Made]: () => Made[Part] }],
): Made;
export function makeAll(id: string, makers: readonly (() => unknown)[]): readonly unknown[] {
  const mistakes: Mistake[] = [];
  const made = makers.map(make => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof InvalidChannel)) throw error;
      mistakes.push(...error.mistakes);
      return undefined;
    }
  });
  if (mistakes.length > 0) throw new InvalidChannel(id, mistakes);
  return made;
}

/** Throws `InvalidChannel`, which leaves out the address: it may hold a secret. */
export function httpUrlOf(id: string, text: string, field: Mistake['field'] = ['url']): URL {
  const url = URL.parse(text);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url;
  throw invalidChannel(id, field, 'is no http or https url');
}

function word({ field, reason }: Mistake): string {
  return field.length === 0 ? reason : `${at('', ...field)} ${reason}`;
}
