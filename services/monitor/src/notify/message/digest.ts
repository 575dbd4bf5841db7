import type { Transition } from '../../alert/transition.ts';
import type { Severity } from '../../probe/schema/alert.ts';

/** What a message tells of, in numbers, and the transitions it lists. */
export interface Digest {
  readonly count: number;
  readonly incidents: number;
  readonly recoveries: number;
  /** Probes they are of. */
  readonly probes: number;
  /** Incidents by severity. */
  readonly bySeverity: Readonly<Record<Severity, number>>;
  /** The greatest severity of an incident, else of a recovery. */
  readonly severity: Severity | undefined;
  /** `incident` where there is one. */
  readonly type: Transition['type'];
  /** The most severe ones, each alert's in order. */
  readonly listed: readonly Transition[];
  /** How many are not listed. */
  readonly more: number;
}

/** Transitions that a message lists. */
const mostListed = 20;
/** An alert without a severity is of the middle. */
const ranks: Readonly<Record<Severity | 'none', number>> = {
  critical: 0,
  warning: 1,
  none: 2,
  info: 3,
};

/** Incidents come before recoveries, of each the most severe first; what an alert did stays together. */
export function digestOf(transitions: readonly Transition[]): Digest {
  const incidents = transitions.filter(({ type }) => type === 'incident');
  const bySeverity = (severity: Severity) =>
    incidents.filter(({ alert }) => alert.severity === severity).length;
  const lines = [...linesOf(transitions).values()].toSorted((a, b) => rankOf(a) - rankOf(b));
  const listed = lines.flat().slice(0, mostListed);
  const [worst] = incidents.length > 0 ? sorted(incidents) : sorted(transitions);
  return {
    count: transitions.length,
    incidents: incidents.length,
    recoveries: transitions.length - incidents.length,
    probes: new Set(transitions.map(({ probe }) => probe.id)).size,
    bySeverity: {
      critical: bySeverity('critical'),
      warning: bySeverity('warning'),
      info: bySeverity('info'),
    },
    severity: worst?.alert.severity,
    type: incidents.length > 0 ? 'incident' : 'recovery',
    listed,
    more: transitions.length - listed.length,
  };
}

/** The transitions of each alert, in order. */
function linesOf(transitions: readonly Transition[]): Map<string, Transition[]> {
  const lines = new Map<string, Transition[]>();
  for (const transition of transitions) {
    const { probe, request, alert } = transition;
    const key = JSON.stringify([probe.id, request.name, alert.name]);
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [transition]);
    else line.push(transition);
  }
  return lines;
}

function sorted(transitions: readonly Transition[]): Transition[] {
  return transitions.toSorted((a, b) => severityRank(a) - severityRank(b));
}

/** By what the alert did last: where that is an incident, it is one now. */
function rankOf(line: readonly Transition[]): number {
  const last = line.at(-1);
  if (last === undefined) return 0;
  return (last.type === 'incident' ? 0 : 4) + severityRank(last);
}

function severityRank({ alert }: Transition): number {
  return ranks[alert.severity ?? 'none'];
}
