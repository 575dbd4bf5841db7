import { runCommand } from '@picket/tracker/fixtures/run-command';
import type { TemporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import { boardRepository } from '../fixtures/board-repository.ts';

const statuses = ['backlog', 'todo', 'in_progress', 'done', 'cancelled'];
const priorities = ['low', 'medium', 'high', 'urgent'];
const day = 86_400_000;

/** Of every ticket's title: what a page shows once its first list is there. */
export const titleBegin = 'The basket forgets';

/** A repository whose board holds so many tickets of some 700 bytes each, made by one `tracker import`. */
export async function seedBoard(tickets: number, now: number): Promise<TemporaryRepository> {
  const repository = await boardRepository();
  const items = Array.from({ length: tickets }, (_, index) => ticket(index, now));
  const { exitCode, stdout } = await runCommand(['--format=json', 'import', '-'], {
    cwd: repository.path,
    env: repository.env,
    input: JSON.stringify({ items }),
  });
  if (exitCode !== 0) throw new Error(`tracker import: ${stdout}`);
  return repository;
}

/** Made over the last twelve weeks, and changed half-way between then and now. */
function ticket(index: number, now: number) {
  const made = now - (index % 84) * day;
  const changed = (made + now) / 2;
  return {
    type: 'ticket',
    title: `${titleBegin} what customer ${index} put into it`,
    body: `Seen by customer ${index}. `.repeat(12),
    status: statuses[index % statuses.length],
    priority: priorities[(index >> 2) % priorities.length],
    assignee: index % 3 === 0 ? null : `person ${index % 20}`,
    labels: [`area-${index % 10}`, `team-${index % 7}`],
    estimate: index % 13,
    ...deed('created', made),
    ...deed('statusChanged', changed),
    ...deed('updated', changed),
  };
}

const deed = (name: string, time: number) => ({
  [`${name}At`]: new Date(time).toISOString(),
  [`${name}By`]: 'seed',
});
