import { createChannels, type Transition } from '@picket/monitor';
import { sampleTransition } from '@picket/monitor/fixtures/sample-change';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTicketBoard, type TicketBoard } from './fixtures/ticket-board.ts';
import { openTicketProxy } from './fixtures/ticket-proxy.ts';

const minute = 60_000;
const hour = 60 * minute;

let board: TicketBoard;
beforeAll(async () => {
  board = await openTicketBoard();
});
afterAll(() => board[Symbol.asyncDispose]());

interface Opening {
  /** Milliseconds for which its clock is ahead. */
  readonly ahead?: number;
  readonly story?: number;
  /** The bridge unless told. */
  readonly url?: string;
}

/** A channel as after a start. */
function open({ ahead = 0, story, url = board.url }: Opening = {}) {
  const notification = {
    ...({ id: 'tickets', type: 'tracker', url, token: board.token } as const),
    ...(story !== undefined && { story }),
  };
  const now = () => Date.now() + ahead;
  const channel = createChannels([notification], { version: '1', now }).get('tickets');
  if (channel?.following?.tellLeft === undefined) throw new Error('it follows no incidents');
  const { following } = channel;
  const signal = AbortSignal.timeout(100_000);
  return {
    send: (transition: Transition) => channel.send(transition, signal),
    tellLasting: (...incidents: readonly Transition[]) => following.tellLasting(incidents, signal),
    tellLeft: (incident: Transition) => following.tellLeft?.(incident, signal),
  };
}

/** What an alert of a probe comes to, minute by minute: odd sequences are incidents that begin now. */
function alertOf(probe: string) {
  const began: number[] = [];
  return (sequence: number, ahead = 0): Transition => {
    const at = Date.now() + ahead;
    if (sequence % 2 === 1) began[sequence] ??= at;
    const beganAt = began[sequence] ?? began[sequence - 1] ?? at;
    return {
      ...sampleTransition(probe, sequence),
      probe: { id: probe, name: probe },
      ...{ beganAt, at },
    };
  };
}

/** How the comments of a ticket begin. */
const told = async (probe: string) =>
  (await board.ticket(probe)).comments.map(({ body }) => /^\**([A-Z]\w+( \w+)?)/.exec(body)?.[1]);
const statuses = async (probe: string) =>
  (await board.tickets()).filter(each => each.title.includes(probe)).map(each => each.status);

test.concurrent('whatever is told again, or whose answer is lost, comes to one ticket and one comment each', async () => {
  await using proxy = await openTicketProxy(board.url);
  const [at, { send }] = [alertOf('retried'), open({ url: proxy.url })];
  const [incident, recovery] = [at(1), at(2)];
  const lost = async (transition: Transition, subcommand: string) => {
    proxy.loseAnswerTo(subcommand);
    await expect(send(transition)).rejects.toMatchObject({ code: 'PKT_DELIVERY_FAILED' });
  };
  await lost(incident, 'ticket create');
  await Promise.all([send(incident), open().send(incident)]);
  await lost(recovery, 'ticket update');
  await lost(recovery, 'ticket comment');
  await send(recovery);
  await open().send(recovery);
  expect(await statuses('retried')).toEqual(['done']);
  expect(await told('retried')).toEqual(['Recovered']);
});

test.concurrent('two that tell at once make one ticket', async () => {
  const incident = alertOf('raced')(1);
  await Promise.all([open().send(incident), open().send(incident), open().send(incident)]);
  expect(await statuses('raced')).toEqual(['todo']);
});

test.concurrent('an alert that comes and goes has one ticket; long after, another that names the former', async () => {
  const [at, { send }] = [alertOf('flapping'), open()];
  for (const sequence of [1, 2, 3, 4]) await send(at(sequence));
  expect(await statuses('flapping')).toEqual(['done']);
  expect(await told('flapping')).toEqual(['Recovered', 'Failing again', 'Recovered']);

  const former = await board.ticket('flapping');
  await send(at(5, 25 * hour));
  const [, another] = (await board.tickets()).filter(each => each.title.includes('flapping'));
  expect(another?.status).toBe('todo');
  expect(another?.body).toContain(`ticket ${former.number} before`);
  await send(at(6, 25 * hour));
  expect(await statuses('flapping')).toEqual(['done', 'done']);
});

test.concurrent('states that were lost begin anew with the same ids, and still no incident is lost', async () => {
  const { send } = open();
  const [before, after] = [alertOf('forgetful'), alertOf('forgetful')];
  await send(before(1));
  await send(before(2, 1000));
  const again = after(1, 60_000);
  expect(again.id).toBe(before(1).id);
  await send(again);
  expect(await statuses('forgetful')).toEqual(['todo']);
  expect(await told('forgetful')).toEqual(['Recovered', 'Failing again']);
});

describe.concurrent('a ticket that somebody', () => {
  const act = async (probe: string, ...argv: readonly string[]) => {
    const { number } = await board.ticket(probe);
    await board.asPerson('ticket', argv[0] ?? '', `--id=${number}`, ...argv.slice(1));
  };

  test('closed stays closed, with a comment on the recovery, and is reopened', async () => {
    const [at, { send, tellLasting }] = [alertOf('closed'), open({ ahead: 2 * hour })];
    await send(at(1));
    await act('closed', 'update', '--status=done', '--body=Paper was out.');
    await tellLasting(at(1));
    await send(at(2));
    expect(await statuses('closed')).toEqual(['done']);
    await send(at(3));
    expect(await statuses('closed')).toEqual(['todo']);
    expect(await told('closed')).toEqual(['Recovered', 'Failing again']);
  });

  test('cancelled stays so: the next incident has another', async () => {
    const [at, { send }] = [alertOf('cancelled'), open()];
    await send(at(1));
    await act('cancelled', 'update', '--status=cancelled');
    await send(at(2));
    expect(await told('cancelled')).toEqual(['Recovered']);
    await send(at(3));
    await send(at(4));
    await send(at(5));
    expect(await statuses('cancelled')).toEqual(['cancelled', 'todo']);
  });

  test('deleted is brought back by nothing', async () => {
    const [at, { send, tellLasting, tellLeft }] = [alertOf('deleted'), open({ ahead: 2 * hour })];
    await send(at(1));
    await act('deleted', 'delete');
    await send(at(1));
    await tellLasting(at(1));
    await tellLeft(at(1));
    await send(at(2));
    expect(await statuses('deleted')).toEqual([]);
    await send(at(3));
    expect(await statuses('deleted')).toEqual(['todo']);
  });

  test('works on, and whose label somebody borrowed, is still the one', async () => {
    const [at, { send }] = [alertOf('worked'), open()];
    await send(at(1));
    await act('worked', 'update', '--status=in_progress', '--body=My own words', '--assignee=Bo');
    const { labels } = await board.ticket('worked');
    const borrowed = labels.map(label => `--label=${label}`);
    await board.asPerson('ticket', 'create', '--title=Buy paper', ...borrowed);
    await send(at(2));
    expect(await statuses('worked')).toEqual(['done']);
    expect(await statuses('Buy paper')).toEqual(['backlog']);
  });
});

test.concurrent('while it lasts there is a comment an hour, whoever restarts', async () => {
  const at = alertOf('lasting');
  await open().tellLasting(at(1));
  expect(await statuses('lasting')).toEqual([]);
  await open().send(at(1));
  const later = (ahead: number) => ({ ...at(1), at: Date.now() + ahead });
  await open({ ahead: 59 * minute }).tellLasting(later(59 * minute));
  expect(await told('lasting')).toEqual([]);
  const hourOn = open({ ahead: 61 * minute });
  await hourOn.tellLasting(later(61 * minute), alertOf('unsent')(1));
  await hourOn.tellLasting(later(61 * minute));
  expect(await told('lasting')).toEqual(['Still failing']);
  expect((await board.ticket('lasting')).comments[0]?.body).toContain('1 h 1 min after it began');
  await open({ ahead: 59 * minute }).tellLasting(later(59 * minute));
  expect(await told('lasting')).toEqual(['Still failing']);

  await hourOn.tellLeft(at(1));
  await open().tellLeft(at(1));
  expect(await told('lasting')).toEqual(['Still failing', 'No longer']);
  expect(await statuses('lasting')).toEqual(['todo']);
});

test.concurrent('a recovery whose incident never came to a ticket does nothing', async () => {
  await open().send(alertOf('unheard')(2));
  expect(await statuses('unheard')).toEqual([]);
});

test.concurrent('a story that is not there costs no ticket', async () => {
  await board.asPerson('epic', 'create', '--title=Run the shop');
  await board.asPerson('story', 'create', '--epic=1', '--title=Incidents');
  await open({ story: 1 }).send(alertOf('placed')(1));
  expect((await board.ticket('placed')).storyId).not.toBeNull();
  await open({ story: 99 }).send(alertOf('misplaced')(1));
  const misplaced = await board.ticket('misplaced');
  expect(misplaced.storyId).toBeNull();
  expect(misplaced.body).toContain('no story 99');
});

test.concurrent('a bridge with another token says so, without a word of the token', async () => {
  const wrong = { id: 'tickets', type: 'tracker', url: board.url, token: 'hunter2' } as const;
  const channel = createChannels([wrong], { version: '1', now: Date.now }).get('tickets');
  const sent = channel?.send(alertOf('refused')(1), AbortSignal.timeout(10_000));
  await expect(sent).rejects.toMatchObject({
    code: 'PKT_DELIVERY_FAILED',
    message: expect.stringMatching(/^(?!.*hunter2).*TRACKER_WEB_TOKEN/),
  });
});
