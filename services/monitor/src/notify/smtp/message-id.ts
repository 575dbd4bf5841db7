import { createHash } from 'node:crypto';
import type { Transition } from '../../alert/transition.ts';

/** Headers by which mail programs know a repeat and show a recovery beneath its incident. */
export interface Thread {
  readonly messageId: string;
  /** The mail that told of the incident by itself. */
  readonly inReplyTo?: string;
}

/** The same for each repeat. `domain` is the sender's. */
export function threadOf(transitions: readonly Transition[], domain: string): Thread {
  const [only, ...others] = transitions;
  const idOf = (kind: string, parts: readonly unknown[]) => `<${kind}.${hash(parts)}@${domain}>`;
  if (only === undefined || others.length > 0) {
    return { messageId: idOf('group', transitions.map(({ id }) => id).toSorted()) };
  }
  const incident = idOf('incident', identityOf(only));
  if (only.type === 'incident') return { messageId: incident };
  return { messageId: idOf('recovery', identityOf(only)), inReplyTo: incident };
}

/** What an incident and its recovery have in common, and nothing else has. */
function identityOf({ probe, request, alert, beganAt }: Transition): readonly unknown[] {
  return [probe.id, request.name, alert.name, beganAt];
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
