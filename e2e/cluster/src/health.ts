import { get } from 'node:https';
import type { Credential } from './certificates.ts';

export interface HealthQuestion {
  readonly url: string;
  /** PEM of the server's authority. */
  readonly authority: string;
  /** A server may answer without one. */
  readonly client?: Credential;
  readonly signal: AbortSignal;
}

/** Milliseconds for one answer. */
const limit = 5000;

/** Whether the server answers 200; a server that can't be reached is not healthy. */
export function isHealthy({ url, authority, client, signal }: HealthQuestion): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = get(url, {
    ca: authority,
    ...(client && { cert: client.certificate, key: client.key }),
    signal,
    timeout: limit,
    agent: false,
  });
  request.on('response', response => {
    response.resume();
    resolve(response.statusCode === 200);
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(false));
  request.on('close', () => resolve(false));
  return promise;
}
