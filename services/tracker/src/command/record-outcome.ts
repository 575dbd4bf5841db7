import type { TrackerRecord } from '../record/record.ts';
import type { Outcome } from './outcome.ts';
import { printable } from './printable.ts';

/** What a mutation answers: programs the whole record, people one line, `done` being what was done, such as `Created`. */
export function recordOutcome(
  done: string,
  record: TrackerRecord,
  more: {
    readonly fields?: Readonly<Record<string, unknown>>;
    readonly lines?: readonly string[];
  } = {},
): Outcome {
  return {
    document: { ok: true, ...record, ...more.fields },
    text: () => [`${done} ${nameOf(record)}`, ...(more.lines ?? [])].join('\n'),
  };
}

/** A record on one line: `ticket 12: its title`. */
export function nameOf({ type, number, title }: TrackerRecord): string {
  return `${type} ${number}: ${printable(title)}`;
}
