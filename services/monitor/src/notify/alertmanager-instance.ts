import { DeliveryError } from './delivery-error.ts';
import type { HttpReceiver } from './http-receiver.ts';

/** One Alertmanager. */
export interface AlertmanagerInstance {
  /** After all that was given to it before; where that takes longer than `patience` ms, or past `signal`, not at all. */
  post(body: string, patience: number, signal: AbortSignal): Promise<void>;
}

/**
 * Posts are made one after another, so that no alert that still fires overtakes its recovery. Each takes `timeout` ms
 * at most. Patience bounds what waits for an instance that hangs.
 */
export function createInstance(receiver: HttpReceiver, timeout: number): AlertmanagerInstance {
  let last: Promise<unknown> = Promise.resolve();
  return {
    post(body, patience, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      const turn = last.then(() => {
        if (limit.aborted) throw new DeliveryError('an Alertmanager was busy for too long');
        return receiver.send({ body }, AbortSignal.any([limit, AbortSignal.timeout(timeout)]));
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
