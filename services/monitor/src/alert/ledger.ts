import type { CompiledAlert, CompiledProbe } from '../probe/compiled.ts';
import { createRedactor, type Redactor } from '../redact/redact.ts';
import type { ProbeRun, RequestRun, SentRequest } from '../run/probe-run.ts';
import type { KeyedState, RecordedProbe, StateChange } from '../state/store.ts';
import { describeTransition } from './describe-transition.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { type Exchange, exchangeOf, savedBody } from './exchange.ts';
import type { JudgedAlert, JudgedRequest, Judgement } from './judgement.ts';
import { outcomesOf } from './outcome.ts';
import {
  allStates,
  isUnrecorded,
  keepEvidence,
  openPages,
  type Page,
  unrecordedStates,
} from './page.ts';
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

/**
 * Opens the ledger on what was recorded. States of alerts the probe no longer has are put to rest,
 * keeping their sequence, so that an alert that comes back neither revives nor repeats an id.
 */
export function openLedger(
  probe: CompiledProbe,
  recorded: RecordedProbe,
  settings: LedgerSettings,
): Ledger {
  return new ProbeLedger(probe, recorded, settings);
}

class ProbeLedger implements Ledger {
  readonly #probe: CompiledProbe;
  readonly #uid: string;
  readonly #sequence: number | undefined;
  readonly #settings: LedgerSettings;
  readonly #pages: readonly Page[];
  /** States of alerts that are gone, at rest. */
  readonly #gone: readonly KeyedState[];
  /** Those of them whose rest is not recorded yet. */
  #retired: readonly KeyedState[];
  #unrecordedSince: number | undefined;
  readonly #secrets: readonly string[];
  readonly #redact: Redactor;

  constructor(probe: CompiledProbe, recorded: RecordedProbe, settings: LedgerSettings) {
    const { pages, gone } = openPages(probe.requests, recorded);
    this.#probe = probe;
    this.#uid = recorded.uid;
    this.#sequence = recorded.sequence;
    this.#settings = settings;
    this.#pages = pages;
    this.#gone = gone.map(putToRest);
    this.#retired = gone.filter(({ state }) => !isAtRest(state)).map(putToRest);
    this.#secrets = [...Object.values(probe.env), ...probe.requests.flatMap(r => r.secrets)];
    this.#redact = createRedactor(this.#secrets);
  }

  judge(run: ProbeRun, at: number): Judgement {
    const probe = this.#probe;
    const transitions: Transition[] = [];
    const lasting: Transition[] = [];
    const redact = this.#redactorOf(run);
    const judging = { uid: this.#uid, probe, at, redact, transitions, lasting };
    const requests = run.requests.map((requestRun, index) => {
      const page = this.#pages[index];
      if (page === undefined || requestRun.kind === 'left-out') return leftOut(requestRun);
      return judgeRequest({ ...judging, page }, requestRun);
    });
    const change = this.#isDue(at) || transitions.length > 0 ? this.#take(transitions) : undefined;
    return { probe, at, requests, transitions, lasting, ...(change && { change }) };
  }

  checkpoint(): StateChange | undefined {
    return this.#take([]);
  }

  recorded(): RecordedProbe {
    const states = [...this.#gone, ...this.#pages.flatMap(allStates)];
    const sequence = this.#sequence;
    return { uid: this.#uid, states, ...(sequence !== undefined && { sequence }) };
  }

  #redactorOf({ secrets }: ProbeRun): Redactor {
    return secrets.length === 0 ? this.#redact : createRedactor([...this.#secrets, ...secrets]);
  }

  #isDue(at: number): boolean {
    const hasChanged =
      this.#retired.length > 0 || this.#pages.some(({ entries }) => entries.some(isUnrecorded));
    this.#unrecordedSince = hasChanged ? (this.#unrecordedSince ?? at) : undefined;
    const since = this.#unrecordedSince;
    return since !== undefined && at - since >= this.#settings.evidenceSpan;
  }

  /** Everything unrecorded, which counts as recorded from now on: whoever takes it sees to that. */
  #take(transitions: readonly Transition[]): StateChange | undefined {
    const states = [...this.#retired, ...this.#pages.flatMap(unrecordedStates)];
    this.#unrecordedSince = undefined;
    if (states.length === 0) return undefined;
    this.#retired = [];
    for (const { entries } of this.#pages) {
      for (const entry of entries) entry.recorded = entry.state;
    }
    const channels = this.#probe.notify ?? this.#settings.channels();
    return { uid: this.#uid, states, transitions, channels };
  }
}

function isAtRest(state: AlertState): boolean {
  return state.status === 'normal' && state.streak === 0;
}

function putToRest({ request, alert, state }: KeyedState): KeyedState {
  return { request, alert, state: { ...restingState, sequence: state.sequence } };
}

function leftOut(run: RequestRun): JudgedRequest {
  return { run, alerts: [] };
}

interface Judging {
  readonly uid: string;
  readonly probe: CompiledProbe;
  readonly page: Page;
  readonly at: number;
  readonly redact: Redactor;
  readonly transitions: Transition[];
  readonly lasting: Transition[];
}

function judgeRequest(
  judging: Judging,
  run: Exclude<RequestRun, { kind: 'left-out' }>,
): JudgedRequest {
  const { page, at, redact, transitions, lasting } = judging;
  const evidence = evidenceOf(run, at, redact);
  if (evidence) keepEvidence(page, evidence);
  const result = run.kind === 'sent' ? run.result : undefined;
  const body = run.kind === 'sent' ? savedBody(run, redact) : undefined;
  let exchange: Exchange | undefined;
  const alerts = outcomesOf(page.request, result).map(({ alert, outcome }, index): JudgedAlert => {
    const entry = page.entries[index];
    if (entry === undefined) return { alert, outcome, state: restingState };
    const before = entry.state;
    const { state, transition } =
      outcome === 'none' ? { state: before } : step(before, outcome, at, alert.thresholds);
    entry.state = state;
    if (evidence && run.kind === 'sent' && (transition || state.status === 'incident')) {
      exchange ??= exchangeOf(run, body, redact);
      const described = describe(judging, { run, alert, before, state, evidence, exchange });
      if (transition) transitions.push(described);
      if (state.status === 'incident') lasting.push(described);
    }
    return { alert, outcome, state };
  });
  if (run.kind === 'skipped') return { run, skipped: redact(run.reason), alerts };
  return { run, ...(evidence && { evidence }), ...(body !== undefined && { body }), alerts };
}

interface Stepped {
  readonly run: SentRequest;
  readonly alert: CompiledAlert;
  readonly before: AlertState;
  readonly state: AlertState;
  readonly evidence: Evidence;
  readonly exchange: Exchange;
}

/** The transition, or the incident that lasts: its sequence is still the one it began with. */
function describe(judging: Judging, stepped: Stepped): Transition {
  const { uid, probe, page, at, redact } = judging;
  const { run, alert, before, state, evidence, exchange } = stepped;
  return describeTransition({
    type: state.status === 'incident' ? 'incident' : 'recovery',
    uid,
    probe,
    request: page.request,
    alert,
    sequence: state.sequence,
    run,
    response: evidence,
    evidence: [...page.evidence],
    exchange,
    beganAt: state.beganAt ?? before.beganAt ?? at,
    at,
    redact,
  });
}
