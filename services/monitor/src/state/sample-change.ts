import type { AlertState } from '../alert/state.ts';
import type { Transition } from '../alert/transition.ts';
import { transitionId } from '../alert/transition.ts';
import type { StateChange } from './store.ts';

const at = Date.UTC(2026, 0, 1);

/** For tests: the `sequence`th transition of an alert, odd ones incidents. */
export function sampleTransition(
  uid: string,
  sequence: number,
  alert = 'response.status != 200',
): Transition {
  const evidence = { at, status: 503, statusText: 'Service Unavailable', time: 12 };
  return {
    id: transitionId(uid, 'GET http://shop.test/', alert, sequence),
    type: sequence % 2 === 1 ? 'incident' : 'recovery',
    probe: { id: 'shop', name: 'The shop' },
    request: { name: 'GET http://shop.test/', kind: 'http', target: 'http://shop.test/' },
    alert: { name: alert, assertion: alert, severity: 'critical' },
    message: 'Status is 503',
    response: evidence,
    evidence: [evidence],
    beganAt: at - 40_000,
    at,
  };
}

/** For tests: the record of that transition, owed to the channels. */
export function sampleChange(
  uid: string,
  sequence: number,
  { alert = 'response.status != 200', channels = ['ops'] } = {},
): StateChange {
  const state: AlertState =
    sequence % 2 === 1
      ? { status: 'incident', streak: 0, beganAt: at - 40_000, sequence }
      : { status: 'normal', streak: 0, sequence };
  return {
    uid,
    states: [{ request: 'GET http://shop.test/', alert, state }],
    transitions: [sampleTransition(uid, sequence, alert)],
    channels,
  };
}
