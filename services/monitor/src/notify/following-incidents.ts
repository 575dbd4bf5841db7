import type { Judgement } from '../alert/judgement.ts';
import type { Transition } from '../alert/transition.ts';

/** What one probe's incidents were after a run, or are. */
interface Followed {
  /** Ids of the channels it tells; undefined: all. */
  readonly notify: readonly string[] | undefined;
  readonly incidents: readonly Transition[];
  /** Ids of those that are not recorded yet. */
  readonly unrecorded: Set<string>;
}

/** What became of a probe's incidents by a run, or by its end. */
export interface Change {
  /** Those that the channel hears of no more, without a recovery. */
  leftOf(channel: string): readonly Transition[];
  /** Those that the channel is to hear of. */
  lastingOf(channel: string): readonly Transition[];
}

/** The incidents that last, each with its last results, as the last run that asked its request left them. */
export class FollowingIncidents {
  readonly #probes = new Map<string, Followed>();

  /** Undefined where there were none and are none: nearly always. */
  judged({ probe, requests, lasting, transitions }: Judgement): Change | undefined {
    const before = this.#probes.get(probe.id);
    if (before === undefined && lasting.length === 0) return undefined;
    const asked = new Set(
      requests.flatMap(({ run }) => (run.kind === 'sent' ? run.request.key : [])),
    );
    const alerts = new Map(
      probe.requests.map(({ key, alerts }) => [key, new Set(alerts.map(alert => alert.key))]),
    );
    const has = ({ request, alert }: Transition) => alerts.get(request.name)?.has(alert.name);
    const others = before?.incidents.filter(each => !asked.has(each.request.name) && has(each));
    const incidents = [...(others ?? []), ...lasting];
    const begun = [...(before?.unrecorded ?? []), ...transitions.map(({ id }) => id)];
    const unrecorded = new Set(begun.filter(each => incidents.some(({ id }) => id === each)));
    const after = { notify: probe.notify, incidents, unrecorded };
    if (after.incidents.length > 0) this.#probes.set(probe.id, after);
    else this.#probes.delete(probe.id);
    return change(before, after, each => has(each) === true);
  }

  /** The probe is watched no more; nobody else watches it. */
  ended(probeId: string): Change | undefined {
    const before = this.#probes.get(probeId);
    this.#probes.delete(probeId);
    return before && change(before, { ...before, notify: [], incidents: [] }, () => false);
  }

  recorded(transitions: readonly Transition[]): void {
    for (const { id, probe } of transitions) this.#probes.get(probe.id)?.unrecorded.delete(id);
  }

  /** The probe goes on from the record: what lasts by that is recorded, by whomever. */
  reopened(probeId: string): void {
    this.#probes.get(probeId)?.unrecorded.clear();
  }

  /** Somebody else watches the probe. */
  handedOver(probeId: string): void {
    this.#probes.delete(probeId);
  }

  /** Those that are recorded. */
  lastingOf(channel: string): Transition[] {
    return [...this.#probes.values()].flatMap(followed =>
      incidentsOf(followed, channel).filter(({ id }) => !followed.unrecorded.has(id)),
    );
  }
}

function incidentsOf({ notify, incidents }: Followed, channel: string): readonly Transition[] {
  return notify === undefined || notify.includes(channel) ? incidents : [];
}

/**
 * What is gone has recovered, and is told so by its recovery, where its alert is still there and the channel is
 * still told of it; otherwise it was left.
 */
function change(
  before: Followed | undefined,
  after: Followed,
  hasAlert: (incident: Transition) => boolean,
): Change {
  const isToldOf = (channel: string) =>
    after.notify === undefined || after.notify.includes(channel);
  return {
    leftOf: channel =>
      before === undefined
        ? []
        : incidentsOf(before, channel).filter(each => !isToldOf(channel) || !hasAlert(each)),
    lastingOf: channel => incidentsOf(after, channel),
  };
}
