import { hostAndPort } from '../egress/host.ts';
import type { Reporter } from '../report/reporter.ts';
import { type RunningServer, startServer } from '../serve/server.ts';
import type { Picket } from './assemble.ts';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** Serves what the monitor measures; where it cannot, the monitor is stopped before this rejects. */
export async function serveMetrics(
  picket: Picket,
  { host, port }: MetricsAddress,
  { reporter, stop }: { readonly reporter: Reporter; readonly stop: AbortSignal },
): Promise<RunningServer> {
  try {
    return await startServer({
      port,
      host,
      metrics: picket.metrics,
      ready: () => !stop.aborted,
      onError: error => reporter.log.error({ err: error }, 'a scrape failed'),
    });
  } catch (error) {
    await picket.stop();
    throw error;
  }
}

/** Where metrics are scraped. */
export function metricsUrl({ host, port }: MetricsAddress): string {
  return `http://${hostAndPort(host, port)}/metrics`;
}
