import type { Alert } from './alertmanager-alert.ts';

/** Making alerts of so many takes about a millisecond, in which no run starts. */
const mostAlerts = 64;
const mostBytes = 64 * 1024;

/** In slices of 64 at most. */
export function slicesOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / mostAlerts);
  return Array.from({ length: count }, (_, n) => all.slice(n * mostAlerts, (n + 1) * mostAlerts));
}

/** The alerts as bodies of requests, each of at most 64 KiB unless one alert is larger. */
export function bodiesOf(alerts: readonly Alert[]): readonly string[] {
  const bodies: string[] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const alert of alerts) {
    const text = JSON.stringify(alert);
    const size = Buffer.byteLength(text) + 1;
    if (batch.length > 0 && bytes + size > mostBytes) {
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
