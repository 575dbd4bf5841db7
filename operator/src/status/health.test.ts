import { expect, test } from 'vitest';
import type { AlertStatus } from '../resource/status.ts';
import { type HealthBasis, healthOf } from './health.ts';

const alert = (name: string, state: AlertStatus['state']): AlertStatus => ({
  request: 'GET http://shop/',
  alert: name,
  state,
  sequence: 1,
});
const open = alert('down', 'incident');
const counting = alert('slow', 'normal');
const basis: HealthBasis = { alerts: [], verdict: undefined, written: undefined, wasJudged: false };
const resting = { type: 'Healthy', status: 'Unknown', reason: 'Suspended', message: '' } as const;

test('1. of a probe that is not run it says what reconciling says, whatever the alerts say', () => {
  const health = healthOf({ ...basis, alerts: [open], verdict: resting, wasJudged: true });
  expect(health).toEqual(resting);
});

test('2. with an alert in incident it is False, and names the alert', () => {
  expect(healthOf({ ...basis, alerts: [counting, open], written: { status: 'True' } })).toEqual({
    type: 'Healthy',
    status: 'False',
    reason: 'IncidentOpen',
    message: 'in incident: GET http://shop/: down',
  });
});

test('2. however many alerts there are and however long their names, the message is bounded', () => {
  const long = 'response.status != 200 or '.repeat(150);
  const alerts = Array.from({ length: 40 }, (_, n) => alert(`${n} ${long}`, 'incident'));
  const { message } = healthOf({ ...basis, alerts });
  expect(message).toContain('GET http://shop/: 4 response');
  expect(message).toMatch(/; and 35 more$/);
  expect(message.length).toBeLessThan(1024);
});

test.each([
  ['a run was judged', { wasJudged: true }],
  ['its last owner wrote that it was healthy', { written: { status: 'True' } as const }],
  ['its last incident ended', { written: { status: 'False' } as const }],
])('3. it is True without an incident where %s', (_, known) => {
  expect(healthOf({ ...basis, alerts: [counting], ...known })).toMatchObject({
    status: 'True',
    reason: 'NoIncident',
  });
});

test.each([[undefined], [{ status: 'Unknown' } as const]])(
  '4. it is Unknown before the first run, where it was %j',
  written => {
    expect(healthOf({ ...basis, written })).toMatchObject({
      status: 'Unknown',
      reason: 'NotRunYet',
    });
  },
);
