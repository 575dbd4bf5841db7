import type { IpFamily } from '../../egress/egress.ts';
import type { Deadline } from '../deadline.ts';
import type { PhaseWatch } from '../phase-watch.ts';
import type { RunContext } from '../protocol.ts';
import type { TlsMeasurement } from '../result.ts';

/** One run on its way over one or more hops: its limits, and what has been measured so far. */
export interface Journey {
  readonly context: RunContext;
  readonly deadline: Deadline;
  readonly watch: PhaseWatch;
  readonly ipFamily: IpFamily;
  /** Family of the address connected to last. */
  connectedFamily?: 4 | 6;
  /** Of the last hop that had TLS. */
  tls?: TlsMeasurement;
}
