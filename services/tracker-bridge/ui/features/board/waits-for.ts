import { closedStatuses, type Ticket } from '@picket/tracker';

/** What a ticket waits for: the numbers that are known, and whether there is more. */
export interface WaitsFor {
  readonly numbers: readonly number[];
  readonly others: boolean;
}

/** Undefined where an open ticket waits for nothing, or a closed one for whatever. */
export function waitsFor(
  { id, status, dependsOn }: Ticket,
  known: ReadonlyMap<string, Ticket>,
  ready: ReadonlySet<string> | undefined,
): WaitsFor | undefined {
  if (closedStatuses.includes(status)) return undefined;
  const numbers = dependsOn
    .flatMap(other => known.get(other) ?? [])
    .filter(other => !closedStatuses.includes(other.status))
    .map(other => other.number);
  const hasUnknown = dependsOn.some(other => !known.has(other));
  const others = hasUnknown && numbers.length === 0 && ready !== undefined && !ready.has(id);
  return numbers.length > 0 || others ? { numbers, others } : undefined;
}
