import type { CompiledAlert, CompiledRequest } from '../probe/compiled.ts';
import { type KeyedState, mapKey, type RecordedProbe } from '../state/store.ts';
import type { Evidence } from './evidence.ts';
import { type AlertState, restingState } from './state.ts';

/** One alert of a request: its state, and what is recorded of it. */
export interface Entry {
  readonly alert: CompiledAlert;
  state: AlertState;
  recorded: AlertState;
}

/** One request's alerts and its last results. */
export interface Page {
  readonly request: CompiledRequest;
  readonly entries: readonly Entry[];
  readonly evidence: Evidence[];
}

/** Pages on the recorded states, and the states that belong to no alert of the requests any more. */
export function openPages(
  requests: readonly CompiledRequest[],
  { states, sequence = 0 }: Pick<RecordedProbe, 'states' | 'sequence'>,
): { readonly pages: readonly Page[]; readonly gone: readonly KeyedState[] } {
  const found = new Map(states.map(keyed => [mapKey(keyed), keyed]));
  const unknown = { ...restingState, sequence };
  const pages = requests.map(request => openPage(request, found, unknown));
  return { pages, gone: [...found.values()] };
}

export function allStates({ request, entries }: Pick<Page, 'request' | 'entries'>): KeyedState[] {
  return entries.map(({ alert, state }) => ({ request: request.key, alert: alert.key, state }));
}

export function unrecordedStates({ request, entries }: Page): KeyedState[] {
  return allStates({ request, entries: entries.filter(isUnrecorded) });
}

export function isUnrecorded({ state, recorded }: Entry): boolean {
  if (state === recorded) return false;
  return (
    state.status !== recorded.status ||
    state.streak !== recorded.streak ||
    state.streakSince !== recorded.streakSince ||
    state.sequence !== recorded.sequence
  );
}

/** Keeps as many results as the request's thresholds look back on. */
export function keepEvidence({ request, evidence }: Page, newest: Evidence): void {
  if (evidence.length >= request.evidence) evidence.shift();
  evidence.push(newest);
}

/** Takes the page's states out of `found`. */
function openPage(
  request: CompiledRequest,
  found: Map<string, KeyedState>,
  unknown: AlertState,
): Page {
  const entries = request.alerts.map(alert => {
    const key = mapKey({ request: request.key, alert: alert.key });
    const state = found.get(key)?.state ?? unknown;
    found.delete(key);
    return { alert, state, recorded: state };
  });
  return { request, entries, evidence: [] };
}
