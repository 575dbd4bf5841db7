import type { Transition } from '../../alert/transition.ts';

/**
 * What a text of Picket's in a ticket tells of: an incident that began or began again, one that lasts, its recovery,
 * or that Picket watches it no longer.
 */
export type MarkKind = 'incident' | 'lasting' | 'recovery' | 'left';

export interface Mark {
  readonly kind: MarkKind;
  /** That of the transition. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly beganAt: number;
}

const form =
  /^Picket: (incident|lasting|recovery|left) ([0-9a-f]{32}), began (\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

export function markOf(kind: MarkKind, { id, beganAt }: Transition): Mark {
  return { kind, id, beganAt };
}

/** The last line of what Picket writes into a ticket, by which it knows again what it has told. */
export function wordMark({ kind, id, beganAt }: Mark): string {
  return `Picket: ${kind} ${id}, began ${new Date(beganAt).toISOString()}`;
}

/** Of the last line only: what stands before it may hold anybody's text. */
export function readMark(text: string): Mark | undefined {
  const [, kind, id, began] = form.exec(text.trimEnd().split('\n').at(-1) ?? '') ?? [];
  if (!isKind(kind) || id === undefined || began === undefined) return undefined;
  const beganAt = Date.parse(began);
  return Number.isNaN(beganAt) ? undefined : { kind, id, beganAt };
}

/** An id alone may come again: where states are kept in memory only, a restart counts anew. */
export function isSame(mark: Mark | undefined, other: Mark): boolean {
  return mark?.kind === other.kind && mark.id === other.id && mark.beganAt === other.beganAt;
}

function isKind(kind: string | undefined): kind is MarkKind {
  return kind === 'incident' || kind === 'lasting' || kind === 'recovery' || kind === 'left';
}
