import type { Alert } from './alertmanager-alert.ts';

const mostAlerts = 500;
const mostBytes = 64 * 1024;

/** The alerts as bodies of requests: each of at most 500 alerts, and of 64 KiB unless one alert is larger. */
export function bodiesOf(alerts: readonly Alert[]): string[] {
  const bodies: string[] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const alert of alerts) {
    const text = JSON.stringify(alert);
    const size = Buffer.byteLength(text) + 1;
    if (batch.length > 0 && (batch.length >= mostAlerts || bytes + size > mostBytes)) {
      bodies.push(`[${batch}]`);
      batch = [];
      bytes = 0;
    }
    batch.push(text);
    bytes += size;
  }
  if (batch.length > 0) bodies.push(`[${batch}]`);
  return bodies;
}
