import type { CompiledProbe } from '../probe/compiled.ts';
import type { Response } from '../protocol/result.ts';

/** What a probe carries from one run to the next. */
export interface ProbeSession {
  readonly requests: RequestSession[];
}

interface RequestSession {
  /** Scheduled time, in milliseconds, of the last run that sent the request. */
  lastSent?: number;
  /** Its last answer, kept only where a later request reads it and it has an interval of its own. */
  lastResponse?: Response | undefined;
}

export function createSession(probe: CompiledProbe): ProbeSession {
  return { requests: probe.requests.map(() => ({})) };
}
