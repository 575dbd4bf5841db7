import { createHash } from 'node:crypto';
import type { Transition } from '../../alert/transition.ts';

/**
 * The label that all tickets of one alert have, and no other ticket. Two Pickets that share a tracker have each their
 * own where their actors differ.
 */
export function labelOf({ probe, request, alert }: Transition, actor: string): string {
  return `picket-${hashOf([actor, probe.id, request.name, alert.name])}`;
}

/** The key of `ticket create`: whoever tells of the incident again is given its ticket. */
export function keyOf({ id, beganAt }: Transition, actor: string): string {
  return `picket-${hashOf([actor, id, beganAt])}`;
}

function hashOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}
