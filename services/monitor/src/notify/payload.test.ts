import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sampleTransition } from '../../fixtures/sample-change.ts';
import { createPayload } from './payload.ts';

test('a recovery is told with all its times', () => {
  const { beganAt, at, ...transition } = sampleTransition('uid', 2);
  expect(createPayload({ ...transition, beganAt, at })).toEqual({
    ...transition,
    version: 1,
    response: { ...transition.response, at: '2026-01-01T00:00:00.000Z' },
    evidence: [{ ...transition.evidence[0], at: '2026-01-01T00:00:00.000Z' }],
    beganAt: '2025-12-31T23:59:20.000Z',
    at: '2026-01-01T00:00:00.000Z',
    durationMs: 40_000,
  });
});

test('an incident has no duration yet', () => {
  expect(createPayload(sampleTransition('uid', 1))).not.toHaveProperty('durationMs');
});

test('the page of the docs names every field', async () => {
  const page = await readFile(
    new URL('../../../../docs/notifications.md', import.meta.url),
    'utf8',
  );
  const transition = sampleTransition('uid', 2);
  const probe = { ...transition.probe, description: 'd' };
  const response = { ...transition.response, reason: 'r' };
  const payload = createPayload({ ...transition, probe, response });
  const fields = Object.entries(payload).flatMap(([name, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? Object.keys(value).map(member => `${name}.${member}`)
      : [name],
  );
  expect(fields.filter(field => !page.includes(`\`${field}\``))).toEqual([]);
});
