import type { Thresholds } from '../alert/state.ts';
import type { Assertion } from '../assertion/assertion.ts';
import type { RequestKind, RunContext } from '../protocol/protocol.ts';
import type { Result } from '../protocol/result.ts';
import type { Scope } from '../template/scope.ts';
import type { Severity } from './schema/alert.ts';

/** Alerts every request has beside those its author wrote. */
export type BuiltInAlert = 'unreachable' | 'assertion-error';

export interface CompiledAlert {
  /** Its name, else the assertion's text; duplicates numbered. Key of its state, label of its metrics. */
  readonly key: string;
  readonly condition: Assertion | BuiltInAlert;
  readonly thresholds: Thresholds;
  readonly severity?: Severity;
  readonly message: (scope: Scope) => string;
}

export interface CompiledRequest {
  /** Its name, else method and url template or address; duplicates numbered. */
  readonly key: string;
  readonly kind: RequestKind;
  /** The target before rendering, without credentials. */
  readonly instance: string;
  /** Milliseconds; undefined: sent in every run. */
  readonly interval?: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** How many results are kept as evidence: the greater of the two thresholds. */
  readonly evidence: number;
  readonly saveBody: boolean;
  /** The author's alerts in order, then the built-in ones. */
  readonly alerts: readonly CompiledAlert[];
  /** Values in the entry itself that must never be shown, such as a password. */
  readonly secrets: readonly string[];
  /** Whether a later request of the probe refers to this one's response. */
  readonly isRead: boolean;
  /**
   * Renders and sends it once. Rejects only with `PKT_TEMPLATE_MISSING`, where an expression refers to
   * a value that is not there; then nothing was sent.
   */
  readonly send: (scope: Scope, context: RunContext) => Promise<Result>;
}

/** A probe with every template and assertion parsed and every default filled in. Immutable. */
export interface CompiledProbe {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** Milliseconds. */
  readonly interval: number;
  readonly suspended: boolean;
  readonly requests: readonly CompiledRequest[];
  /** Values for `{{ env.NAME }}`. */
  readonly env: Readonly<Record<string, string>>;
  /** Ids of the channels it notifies; undefined: all of them. */
  readonly notify?: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly histogram: boolean;
  /** Changes exactly when the probe's definition does. */
  readonly digest: string;
}
