import { DeliveryError } from './delivery-error.ts';
import type { HttpReceiver } from './http-receiver.ts';

/** One Alertmanager. */
export interface AlertmanagerInstance {
  /**
   * Posts what `bodies` makes when its turn comes, after all that was given before. Rejects where that is more than
   * `patience` ms from now, or past `signal`.
   */
  post(bodies: () => readonly string[], patience: number, signal: AbortSignal): Promise<void>;
}

/**
 * Posts are made one after another, so that no alert that still fires overtakes its recovery. Each takes `timeout` ms
 * at most. Patience bounds what waits for an instance that hangs.
 */
export function createInstance(receiver: HttpReceiver, timeout: number): AlertmanagerInstance {
  let last: Promise<unknown> = Promise.resolve();
  return {
    post(bodies, patience, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      const turn = last.then(async () => {
        if (limit.aborted) throw new DeliveryError('an Alertmanager was busy for too long');
        for (const body of bodies()) {
          const signal = AbortSignal.any([limit, AbortSignal.timeout(timeout)]);
          await receiver.send({ body }, signal);
        }
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
