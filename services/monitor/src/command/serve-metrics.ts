import { hostAndPort } from '../egress/host.ts';
import { readAccess } from '../history/api/access.ts';
import { createHistoryApi } from '../history/api/history-api.ts';
import type { Reporter } from '../report/reporter.ts';
import { systemClock } from '../schedule/clock.ts';
import { type RunningServer, startServer } from '../serve/server.ts';
import type { Picket } from './assemble.ts';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

interface ServeSurroundings {
  readonly reporter: Reporter;
  readonly stop: AbortSignal;
  readonly env: NodeJS.ProcessEnv;
}

/** Serves what the monitor measures and keeps; where it cannot, the monitor is stopped before this rejects. */
export async function serveMetrics(
  picket: Picket,
  { host, port }: MetricsAddress,
  { reporter, stop, env }: ServeSurroundings,
): Promise<RunningServer> {
  try {
    return await startServer({
      port,
      host,
      metrics: picket.metrics,
      history: createHistoryApi({
        reader: picket.history,
        access: readAccess(env, host),
        now: systemClock.wallTime,
      }),
      ready: () => !stop.aborted,
      onError: error => reporter.log.error({ err: error }, 'a request could not be answered'),
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
