import { Counter, type Registry } from 'prom-client';
import type { RequestOutcome } from '../kube/http-exchange.ts';

/** Counts each call to the API server; watches count once, when they are answered. */
export function createRequestMetrics(registry: Registry): (outcome: RequestOutcome) => void {
  const requests = new Counter({
    name: 'rest_client_requests_total',
    help: 'Requests to the API server, by the status of its answer.',
    labelNames: ['code', 'method', 'host'],
    registers: [registry],
  });
  return ({ code, method, host }) => requests.inc({ code, method, host });
}
