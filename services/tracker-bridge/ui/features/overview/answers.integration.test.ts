import { runIn } from '@picket/tracker/fixtures/run-command';
import { expect, test } from 'vitest';
import { boardRepository } from '../../../fixtures/board-repository.ts';
import { toActivities } from './activity-answer.ts';
import { sayActivity } from './say-activity.ts';
import { hasRecords, toStats } from './stats-answer.ts';

test('reads what the command prints of an empty board', async () => {
  await using repository = await boardRepository();
  const stats = toStats((await runIn(repository, 'stats')).json);
  expect(stats && hasRecords(stats)).toBe(false);
  expect(toActivities((await runIn(repository, 'log')).json)).toEqual([]);
});

test('reads what the command prints of a board that is worked on', async () => {
  await using repository = await boardRepository();
  await runIn(repository, 'ticket', 'create', '--title=One');
  await runIn(repository, 'ticket', 'create', '--title=Two', '--status=in_progress');
  await runIn(repository, 'ticket', 'comment', '--id=1', '--body=Begun');
  await runIn(repository, 'ticket', 'update', '--id=1', '--status=done');
  await runIn(repository, 'ticket', 'delete', '--id=2');
  const stats = toStats((await runIn(repository, 'stats', '--weeks=4')).json);
  expect(stats?.counts.ticket).toMatchObject({ backlog: 0, in_progress: 0, done: 1 });
  expect(stats?.burnUp.at(-1)).toMatchObject({ scope: 1, done: 1 });
  const log = toActivities((await runIn(repository, 'log', '--limit=3')).json) ?? [];
  const said = log.map(sayActivity).map(({ did, record, rest }) => `${did} ${record} ${rest}`);
  expect(said).toEqual(['deleted #2 ', 'moved #1 to Done', 'commented on #1 ']);
});

test('takes nothing for an answer that is none', () => {
  expect(toStats({ ok: false })).toBeUndefined();
  expect(toActivities({ items: [{ op: 'dance' }] })).toBeUndefined();
});
