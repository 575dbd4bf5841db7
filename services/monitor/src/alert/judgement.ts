import type { CompiledAlert, CompiledProbe } from '../probe/compiled.ts';
import type { RequestRun } from '../run/probe-run.ts';
import type { StateChange } from '../state/store.ts';
import type { Evidence } from './evidence.ts';
import type { AlertOutcome } from './outcome.ts';
import type { AlertState } from './state.ts';
import type { Transition } from './transition.ts';

export interface JudgedAlert {
  readonly alert: CompiledAlert;
  readonly outcome: AlertOutcome['outcome'];
  readonly state: AlertState;
}

export interface JudgedRequest {
  readonly run: RequestRun;
  /** Absent where nothing was sent. */
  readonly evidence?: Evidence;
  /** The body of the answer, redacted and whole; only where the request asks for bodies to be kept. */
  readonly body?: string;
  /** Why it was skipped, redacted. */
  readonly skipped?: string;
  /** In the order of the request's alerts; empty where it was left out. */
  readonly alerts: readonly JudgedAlert[];
}

/** A run with what it means for the probe's alerts. */
export interface Judgement {
  readonly probe: CompiledProbe;
  /** Unix milliseconds of the end of the run. */
  readonly at: number;
  readonly requests: readonly JudgedRequest[];
  readonly transitions: readonly Transition[];
  /**
   * The incidents that last after this run, each as its incident was described but for the results, which are the
   * last ones. Of requests this run sent; those of others are as they were.
   */
  readonly lasting: readonly Transition[];
  /** What has to be recorded now; absent where nothing has. */
  readonly change?: StateChange;
}
