import { compileProbe, type Probe } from '@picket/monitor';
import { describe, expect, test } from 'vitest';
import type { Assessment } from './assess.ts';
import { conditionsOf } from './verdict-of.ts';

function sound(fields: Partial<Probe> = {}): Assessment {
  const requests = [{ url: 'http://shop/' }];
  const source = { probe: { id: 'shop/home', name: 'home', requests, ...fields }, env: {} };
  const compiled = compileProbe(source);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return { kind: 'sound', probe: compiled.value, source };
}

const brief = (assessment: Assessment) =>
  conditionsOf(assessment).map(({ type, status, reason }) => `${type}=${status} ${reason}`);

const problems = [
  { path: 'spec.requests[0].url', message: 'must begin with http://', hint: 'add it' },
  { path: '', message: 'checks nothing' },
];

describe('conditionsOf', () => {
  test('a probe that runs is ready; its alerts decide whether it is healthy', () => {
    expect(brief(sound())).toEqual(['Ready=True Scheduled', 'Suspended=False NotSuspended']);
    expect(conditionsOf(sound({ interval: 30 }))[0]?.message).toBe('one request every 30 s');
  });

  test('a suspended one is ready to go on, and nobody knows whether it is healthy', () => {
    expect(brief(sound({ suspend: true }))).toEqual([
      'Ready=True Suspended',
      'Healthy=Unknown Suspended',
      'Suspended=True Suspended',
    ]);
  });

  test.each([
    ['invalid', 'InvalidSpec'],
    ['unresolved', 'ReferenceNotFound'],
  ] as const)('an %s one is not ready, and says everything that is wrong', (kind, reason) => {
    const assessment: Assessment = { kind, problems };
    expect(brief(assessment)).toEqual([
      `Ready=False ${reason}`,
      'Healthy=Unknown NotReady',
      'Suspended=False NotSuspended',
    ]);
    expect(conditionsOf(assessment)[0]?.message).toBe(
      'spec.requests[0].url: must begin with http:// (add it)\nchecks nothing',
    );
  });

  test('a message stays within what Kubernetes takes, and cuts through no character', () => {
    const many = Array.from({ length: 2000 }, () => ({
      path: '',
      message: 'größer als möglich €',
    }));
    const message = conditionsOf({ kind: 'invalid', problems: many })[0]?.message ?? '';
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(32_768);
    expect(message).toMatch(/…$/);
    expect(message).not.toContain('\uFFFD');
  });
});
