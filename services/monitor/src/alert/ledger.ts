import type { CompiledAlert, CompiledProbe, CompiledRequest } from '../probe/compiled.ts';
import { createRedactor } from '../redact/redact.ts';
import type { ProbeRun, RequestRun } from '../run/probe-run.ts';
import type { KeyedState, RecordedProbe, StateChange } from '../state/store.ts';
import { describeTransition } from './describe-transition.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import type { JudgedAlert, JudgedRequest, Judgement } from './judgement.ts';
import { outcomesOf } from './outcome.ts';
import { type AlertState, restingState, step } from './state.ts';
import type { Transition } from './transition.ts';

export interface LedgerSettings {
  /** Counts are recorded once the evidence not yet recorded spans this many milliseconds. */
  readonly evidenceSpan: number;
  /** Ids of the channels there are: what a probe without `notify` tells. */
  readonly channels: () => readonly string[];
}

/** The alert states of one probe, run by run. */
export interface Ledger {
  judge(run: ProbeRun, at: number): Judgement;
  /** What is not recorded yet, for a graceful hand-over. */
  checkpoint(): StateChange | undefined;
  /** The states as they stand, also of alerts that are gone: what the probe's next version opens on. */
  recorded(): RecordedProbe;
}

interface Entry {
  readonly alert: CompiledAlert;
  state: AlertState;
  recorded: AlertState;
}

interface Page {
  readonly request: CompiledRequest;
  readonly entries: readonly Entry[];
  readonly evidence: Evidence[];
}

/**
 * Opens the ledger on what was recorded. States of alerts the probe no longer has are put to rest,
 * keeping their sequence, so that an alert that comes back neither revives nor repeats an id.
 */
export function openLedger(
  probe: CompiledProbe,
  recorded: RecordedProbe,
  settings: LedgerSettings,
): Ledger {
  const { uid } = recorded;
  const found = new Map(recorded.states.map(keyed => [keyOf(keyed.request, keyed.alert), keyed]));
  const pages = probe.requests.map(request => openPage(request, found));
  const gone = [...found.values()];
  const retired = gone.filter(({ state }) => !isAtRest(state)).map(putToRest);
  let unrecordedSince: number | undefined;

  const knownSecrets = [...Object.values(probe.env), ...probe.requests.flatMap(r => r.secrets)];
  const redactKnown = createRedactor(knownSecrets);
  const redactAlso = (secrets: readonly string[]) => createRedactor([...knownSecrets, ...secrets]);
  const unrecorded = () => [...retired, ...pages.flatMap(changedStates)];
  const take = (transitions: readonly Transition[]): StateChange | undefined => {
    const states = unrecorded();
    unrecordedSince = undefined;
    if (states.length === 0) return undefined;
    retired.length = 0;
    for (const page of pages) for (const entry of page.entries) entry.recorded = entry.state;
    return { uid, states, transitions, channels: probe.notify ?? settings.channels() };
  };

  return {
    judge(run, at) {
      const redact = run.secrets.length === 0 ? redactKnown : redactAlso(run.secrets);
      const transitions: Transition[] = [];
      const requests = run.requests.map((requestRun, index) => {
        const page = pages[index];
        if (page === undefined || requestRun.kind === 'left-out')
          return { run: requestRun, alerts: [] };
        return judgeRequest({ uid, probe, page, at, redact, transitions }, requestRun);
      });
      const hasChanged = pages.some(page => page.entries.some(isUnrecorded)) || retired.length > 0;
      if (!hasChanged) unrecordedSince = undefined;
      else unrecordedSince ??= at;
      const isDue = hasChanged && at - (unrecordedSince ?? at) >= settings.evidenceSpan;
      const change = transitions.length > 0 || isDue ? take(transitions) : undefined;
      return { probe, at, requests, transitions, ...(change && { change }) };
    },
    checkpoint: () => take([]),
    recorded: () => ({ uid, states: [...gone.map(putToRest), ...pages.flatMap(allStates)] }),
  };
}

const keyOf = (request: string, alert: string) => JSON.stringify([request, alert]);

const isAtRest = (state: AlertState) => state.status === 'normal' && state.streak === 0;

const isUnrecorded = ({ state, recorded }: Entry) =>
  state !== recorded &&
  (state.status !== recorded.status ||
    state.streak !== recorded.streak ||
    state.sequence !== recorded.sequence);

/** Takes the page's states out of `found`, so that what is left there belongs to no alert any more. */
function openPage(request: CompiledRequest, found: Map<string, KeyedState>): Page {
  const entries = request.alerts.map(alert => {
    const key = keyOf(request.key, alert.key);
    const state = found.get(key)?.state ?? restingState;
    found.delete(key);
    return { alert, state, recorded: state };
  });
  return { request, entries, evidence: [] };
}

function putToRest({ request, alert, state }: KeyedState): KeyedState {
  return { request, alert, state: { ...restingState, sequence: state.sequence } };
}

function allStates({ request, entries }: Pick<Page, 'request' | 'entries'>): KeyedState[] {
  return entries.map(({ alert, state }) => ({ request: request.key, alert: alert.key, state }));
}

function changedStates({ request, entries }: Page): KeyedState[] {
  return allStates({ request, entries: entries.filter(isUnrecorded) });
}

interface Judging {
  readonly uid: string;
  readonly probe: CompiledProbe;
  readonly page: Page;
  readonly at: number;
  readonly redact: (text: string) => string;
  readonly transitions: Transition[];
}

function judgeRequest(
  judging: Judging,
  run: Exclude<RequestRun, { kind: 'left-out' }>,
): JudgedRequest {
  const { uid, probe, page, at, redact, transitions } = judging;
  const evidence = evidenceOf(run, at, redact);
  if (evidence) keepEvidence(page, evidence);
  const result = run.kind === 'sent' ? run.result : undefined;
  const alerts = outcomesOf(page.request, result).map(({ alert, outcome }, index): JudgedAlert => {
    const entry = page.entries[index];
    if (entry === undefined || outcome === 'none') {
      return { alert, outcome, state: entry?.state ?? restingState };
    }
    const before = entry.state;
    const { state, transition } = step(before, outcome, at, alert.thresholds);
    entry.state = state;
    if (transition && evidence && run.kind === 'sent') {
      transitions.push(
        describeTransition({
          type: transition,
          uid,
          probe,
          request: page.request,
          alert,
          sequence: state.sequence,
          run,
          response: evidence,
          evidence: [...page.evidence],
          beganAt: state.beganAt ?? before.beganAt ?? at,
          at,
          redact,
        }),
      );
    }
    return { alert, outcome, state };
  });
  return run.kind === 'skipped'
    ? { run, skipped: redact(run.reason), alerts }
    : { run, ...(evidence && { evidence }), alerts };
}

function keepEvidence({ request, evidence }: Page, newest: Evidence): void {
  evidence.push(newest);
  if (evidence.length > request.evidence) evidence.shift();
}
