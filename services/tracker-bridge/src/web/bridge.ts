import { AsyncLocalStorage } from 'node:async_hooks';
import type { Runner } from '../run-tracker.ts';

/** What the routes of one web server work with. */
export interface Bridge {
  readonly runner: Runner;
  /** Absolute. */
  readonly repo: string;
  readonly tempDir: string;
  /** Undefined: nobody is asked for one. */
  readonly token: string | undefined;
}

/**
 * A route config is a module, which its server can hand nothing to; so each request runs within the bridge of its
 * server, and two servers of one process have two.
 */
const current = new AsyncLocalStorage<Bridge>();

export const withinBridge = (bridge: Bridge, run: () => void): void => current.run(bridge, run);

export function currentBridge(): Bridge {
  const bridge = current.getStore();
  if (bridge === undefined) throw new Error('the route is served outside its web server');
  return bridge;
}
