import type { CompiledProbe, CompiledRequest } from '../probe/compiled.ts';
import type { Result } from '../protocol/result.ts';
import type { Scope } from '../template/scope.ts';

interface Ended {
  readonly request: CompiledRequest;
  /** What the request could read, for its alerts' messages. */
  readonly scope: Scope;
}

/** The target was asked. */
export interface SentRequest extends Ended {
  readonly kind: 'sent';
  readonly result: Result;
}

/** It refers to a response that is missing, because an earlier request failed or was skipped. */
interface SkippedRequest extends Ended {
  readonly kind: 'skipped';
  readonly reason: string;
}

/** Its own interval has not passed yet: the run says nothing of it. */
interface LeftOutRequest {
  readonly kind: 'left-out';
  readonly request: CompiledRequest;
}

export type RequestRun = SentRequest | SkippedRequest | LeftOutRequest;

/** One run of one probe: its requests in order. */
export interface ProbeRun {
  readonly probe: CompiledProbe;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly requests: readonly RequestRun[];
  /** Values its requests took from the environment or from a response, and credentials that responses gave. */
  readonly secrets: readonly string[];
}
