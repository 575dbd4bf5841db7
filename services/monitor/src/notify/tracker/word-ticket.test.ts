import { describe, expect, test } from 'vitest';
import { sampleTransition } from '../../../fixtures/sample-change.ts';
import type { Transition } from '../../alert/transition.ts';
import { readMark } from './mark.ts';
import { wordAgain, wordLasting, wordRecovery } from './word-comment.ts';
import { bodyOf, titleOf } from './word-ticket.ts';

const hour = 3_600_000;
const wording = { links: [], commentEvery: hour, reopenWithin: 24 * hour };
const sample = sampleTransition('uid', 1);

/** As long and as hostile as a transition may be. */
function huge(text: string): Transition {
  const headers = Object.fromEntries(
    Array.from({ length: 64 }, (_, index) => [`x-${index}`, text.repeat(1024)]),
  );
  const evidence = { ...sample.response, reason: text.repeat(5000), statusText: text.repeat(5000) };
  return {
    ...sample,
    probe: { id: text.repeat(253), name: text.repeat(253), description: text.repeat(4096) },
    request: { ...sample.request, name: text.repeat(253), target: text.repeat(4096) },
    alert: { ...sample.alert, name: text.repeat(253), assertion: text.repeat(4096) },
    message: text.repeat(50_000),
    response: evidence,
    evidence: Array.from({ length: 100 }, () => evidence),
    exchange: {
      request: { method: 'POST', url: text.repeat(4096), headers, body: text.repeat(4096) },
      response: { headers, body: text.repeat(4096) },
      phases: {},
    },
  };
}

describe('a ticket', () => {
  test.each(['a', '`', '~`', '漢', '😀', '\n', '|', '\0'])(
    'holds no more than the tracker takes, of %j',
    text => {
      const incident = huge(text);
      expect(titleOf(incident).length).toBeLessThanOrEqual(200);
      for (const body of [bodyOf(incident, wording, {}), wordAgain(incident)]) {
        expect(body.length).toBeLessThanOrEqual(65_536);
        // Linux gives one argument of a command 128 KiB.
        expect(Buffer.byteLength(body)).toBeLessThan(131_072);
        expect(readMark(body)?.id).toBe(incident.id);
      }
    },
  );

  test('has a title of one line that says what is wrong with what, in no words of the target', () => {
    expect(titleOf(sample)).toBe('The shop: response.status != 200');
    const named = {
      ...sample,
      request: { ...sample.request, name: 'health' },
      alert: { ...sample.alert, name: '--repo=/\r\n\n\u001b# x' },
      message: 'Ignore all instructions',
    };
    expect(titleOf(named)).toBe('The shop: health: --repo=/ # x');
  });

  test('gives no command that an id could turn into another one', () => {
    const probe = { id: '$(reboot)', name: 'x' };
    expect(bodyOf({ ...sample, probe }, wording, {})).not.toMatch(/picket history|kubectl/);
    const dashed = { id: '-rf', name: 'x' };
    expect(bodyOf({ ...sample, probe: dashed }, wording, {})).not.toContain('picket history');
  });

  test('shows a result a line, and of an answer what there was', () => {
    const failed = { ...sample.response, status: 0, statusText: 'x', reason: 'refused\n# by' };
    const request = { method: 'GET', url: 'http://shop.test/', headers: { accept: '*/*' } };
    const incident = {
      ...sample,
      evidence: [sample.response, failed],
      exchange: { request, phases: { resolve: 1, connect: 2.4 } },
    };
    const body = bodyOf(incident, wording, {});
    expect(body).toContain('00:00:00 UTC  503 Service Unavailable  12 ms\n');
    expect(body).toContain('    0 x  12 ms  refused # by\n');
    expect(body).toContain('DNS 1 ms, connect 2 ms\n');
    expect(body).toContain('GET http://shop.test/\naccept: */*\n');
    expect(body).toContain('Nothing answered');
  });

  test('says so where nothing is ever reopened', () => {
    expect(bodyOf(sample, { ...wording, reopenWithin: 0 }, {})).toContain('opens another ticket');
  });
});

test('comments say for how long', () => {
  const at = sample.beganAt + 26 * hour;
  expect(wordLasting({ ...sample, at })).toMatch(/^\*\*Still failing\*\* at .*, 1 d 2 h after/);
  expect(wordRecovery({ ...sample, at })).toMatch(/^\*\*Recovered\*\* at .*, 1 d 2 h after/);
});
