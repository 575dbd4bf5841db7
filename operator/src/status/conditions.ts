import type { Condition } from '../resource/status.ts';
import { toSeconds } from './timestamp.ts';

/** A condition but for its time and the generation it is about. */
export type Finding = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

export interface FoundFor {
  /** `metadata.generation` of the probe that was looked at. */
  readonly generation: number;
  /** Unix milliseconds. */
  readonly at: number;
}

type Conditions = readonly Condition[];

/**
 * The conditions once the finding is among them. As cert-manager has it, `lastTransitionTime` moves only with `status`:
 * 1. There is none of its type: it is added, its time is now.
 * 2. There is one of the same status: it keeps its time; reason, message and generation are replaced.
 * 3. There is one of another status: all of it is replaced, its time is now.
 * Others stay as they are, also of types not known here.
 */
export function setCondition(
  conditions: Conditions,
  finding: Finding,
  found: FoundFor,
): Conditions {
  const before = conditions.find(({ type }) => type === finding.type);
  const condition: Condition = {
    ...finding,
    lastTransitionTime:
      before?.status === finding.status ? before.lastTransitionTime : toSeconds(found.at),
    observedGeneration: found.generation,
  };
  return before === undefined
    ? [...conditions, condition]
    : conditions.map(other => (other === before ? condition : other));
}
