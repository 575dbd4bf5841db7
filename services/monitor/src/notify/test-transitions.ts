import { type Transition, transitionId } from '../alert/transition.ts';

export interface TestFacts {
  /** No other test has it, so that receivers which know what they had do not leave this one out. */
  readonly uid: string;
  /** Id of the channel. */
  readonly channel: string;
  /** Unix milliseconds. */
  readonly at: number;
}

const name = 'picket-notify-test';
const request = {
  name: 'GET https://picket.invalid/',
  kind: 'http',
  target: 'https://picket.invalid/',
};
const alert = { name: 'test', assertion: 'response.status != 200', severity: 'info' } as const;

/** An incident of a probe that is plainly a test, and its recovery. */
export function testTransitions({ uid, channel, at }: TestFacts): readonly Transition[] {
  const probe = { id: name, name, description: 'No probe: picket notify-test was called.' };
  const message = (of: string) => `This is a test of the channel ${channel}, no real ${of}.`;
  const broken = { at, status: 503, statusText: 'Service Unavailable', time: 1 };
  const well = { at, status: 200, statusText: 'OK', time: 1 };
  const shared = { probe, request, alert, beganAt: at, at };
  return [
    {
      ...shared,
      id: transitionId(uid, request.name, alert.name, 1),
      type: 'incident',
      message: message('incident'),
      response: broken,
      evidence: [broken],
    },
    {
      ...shared,
      id: transitionId(uid, request.name, alert.name, 2),
      type: 'recovery',
      message: message('recovery'),
      response: well,
      evidence: [broken, well],
    },
  ];
}
