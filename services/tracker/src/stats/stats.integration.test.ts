import { expect, test } from 'vitest';
import { runCommand, runIn } from '../../fixtures/run-command.ts';
import {
  type TemporaryRepository,
  temporaryRepository,
} from '../../fixtures/temporary-repository.ts';

async function begun(): Promise<TemporaryRepository> {
  const repository = await temporaryRepository();
  await runIn(repository, 'init');
  const stamp = (name: string, day: string) => ({
    [`${name}At`]: `${day}T12:00:00.000Z`,
    [`${name}By`]: 'Ann',
  });
  const ticket = { type: 'ticket', ...stamp('created', '2026-01-05') };
  const items = [
    { type: 'epic', title: 'Shop' },
    { ...ticket, title: 'one', status: 'done', ...stamp('statusChanged', '2026-01-07') },
    { ...ticket, title: 'two', ...stamp('deleted', '2026-01-08') },
    { ...ticket, title: 'three \u202e', status: 'in_progress', ...stamp('updated', '2026-01-09') },
  ];
  const input = JSON.stringify({ items });
  const { path: cwd, env } = repository;
  await runCommand(['import', '-'], { cwd, env, input });
  return repository;
}

test('stats answers with one document of what the events tell', async () => {
  await using repository = await begun();
  const { json, exitCode } = await runIn(
    repository,
    'stats',
    '--from=2026-01-04',
    '--to=2026-01-08',
  );
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({
    counts: {
      epic: { backlog: 1, todo: 0, in_progress: 0, done: 0, cancelled: 0 },
      ticket: { backlog: 0, todo: 0, in_progress: 1, done: 1, cancelled: 0 },
    },
    stuckDays: 7,
    stuck: [{ number: 3 }],
    oldestOpen: [{ number: 3 }],
    burnUp: [
      { day: '2026-01-04', scope: 0, done: 0 },
      { day: '2026-01-05', scope: 3, done: 0 },
      { day: '2026-01-06', scope: 3, done: 0 },
      { day: '2026-01-07', scope: 3, done: 1 },
      { day: '2026-01-08', scope: 2, done: 1 },
    ],
  });
  expect(json).toHaveProperty('throughput.length', 12);
  expect(Object.keys(Object(json))).toEqual([
    'now',
    'counts',
    'since',
    'throughput',
    'leadTime',
    'cycleTime',
    'stuckDays',
    'stuck',
    'oldestOpen',
    'assignees',
    'burnUp',
  ]);
});

test('people are shown the same, and nothing that turns the text round', async () => {
  await using repository = await begun();
  const { path: cwd, env } = repository;
  const { stdout } = await runCommand(['stats'], { cwd, env });
  expect(stdout).toContain('three \\u{202e}');
  expect(stdout).toMatch(/^ticket +0 +0 +1 +1 +0$/m);
});

test('an empty board has stats, too', async () => {
  await using repository = await temporaryRepository();
  await runIn(repository, 'init');
  expect(await runIn(repository, 'stats')).toMatchObject({ exitCode: 0, json: { stuck: [] } });
});

test.each([
  ['--weeks=0'],
  ['--weeks=x'],
  ['--stuck-days=-1'],
  ['--from=yesterday'],
  ['--from=2026-02-01', '--to=2026-01-01'],
  ['--from=0001-01-01'],
])('%s %s is refused', async (...flags) => {
  await using repository = await temporaryRepository();
  await runIn(repository, 'init');
  const { exitCode, json } = await runIn(repository, 'stats', ...flags);
  expect([exitCode, json]).toEqual([1, expect.objectContaining({ ok: false })]);
});
