import { createMetrics, type Metrics } from '@picket/monitor';
import { version } from '../version.ts';

/** What is exported of probes and of the process; it observes the process for as long as that lasts. */
export function createProbeMetrics(): Metrics {
  return createMetrics({ version, identify: ({ id }) => identityOf(id) });
}

/** What a probe is called in labels: its id is `namespace/name`. */
function identityOf(id: string): { readonly namespace: string; readonly probe: string } {
  const slash = id.indexOf('/');
  return { namespace: id.slice(0, slash), probe: id.slice(slash + 1) };
}
