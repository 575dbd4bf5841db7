import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { sampleTransition } from '../../../fixtures/sample-change.ts';
import {
  type Behaviour,
  neverAnswer,
  refuse,
  reset,
  startReceiver,
} from '../../../fixtures/webhook-receiver.ts';
import { checkNotification } from '../../config/check-notification.ts';
import type { TrackerNotification } from '../schema/tracker.ts';
import { createTracker } from './tracker.ts';

const token = 'correct-horse';
const incident = sampleTransition('uid', 1);

function create(rest: Partial<TrackerNotification> & { url: string }, now = Date.now) {
  const notification = { id: 'tickets', type: 'tracker', token, ...rest } as const;
  return createTracker(notification, { version: '1.2.3', now });
}

async function start(behave: Behaviour) {
  const receiver = await startReceiver(behave);
  onTestFinished(receiver.close);
  return receiver;
}

const answer =
  (status: number, body: unknown): Behaviour =>
  response =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

const ran = (exitCode: number, json: unknown) =>
  answer(200, { ok: true, exitCode, stdout: '', stderr: '', signal: null, json });

async function failureWith(behave: Behaviour): Promise<unknown> {
  const { url } = await start(behave);
  return create({ url })
    .send(incident, AbortSignal.timeout(5000))
    .then(
      () => expect.fail('it was sent'),
      error => error,
    );
}

test('what it asks for is one subcommand, with the token, in the name of its actor', async () => {
  const { url, received } = await start(ran(0, { items: [] }));
  await create({ url: `${url}/tracker/`, actor: 'picket-eu' })
    .send(incident, AbortSignal.timeout(5000))
    .catch(() => undefined);
  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/tracker/api/run',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': 'picket/1.2.3',
    },
  });
  const { argv, actor } = JSON.parse(received[0]?.body ?? '');
  expect([argv.slice(0, 2), actor]).toEqual([['ticket', 'read'], 'picket-eu']);
});

test('no value of an incident is ever a flag of its own', async () => {
  const { url, received } = await start(ran(0, { items: [] }));
  const hostile = {
    ...incident,
    message: '--repo=/etc',
    probe: { id: '--help', name: '--format' },
  };
  await create({ url, assignee: '--repo', labels: ['--temp-dir=x'] })
    .send(hostile, AbortSignal.timeout(5000))
    .catch(() => undefined);
  const { argv } = JSON.parse(received[1]?.body ?? '');
  expect(argv.slice(0, 2)).toEqual(['ticket', 'create']);
  const flags = argv.slice(2).map((element: string) => /^--([a-z]+)=/.exec(element)?.[1]);
  expect(new Set(flags)).toEqual(
    new Set(['key', 'title', 'body', 'status', 'priority', 'label', 'assignee']),
  );
});

test.each<[string, Behaviour, string]>([
  [
    'a wrong token',
    answer(401, { ok: false, error: 'UNAUTHORIZED', message: 'no' }),
    'TRACKER_WEB_TOKEN',
  ],
  [
    'a foreign host',
    answer(403, { ok: false, error: 'FORBIDDEN', message: 'no' }),
    'TRACKER_WEB_ALLOWED_HOSTS',
  ],
  ['another server', refuse(404), 'without `/api/run`'],
  [
    'a request it does not take',
    answer(400, { error: 'BAD_REQUEST', message: 'argv: x' }),
    'BAD_REQUEST: argv: x',
  ],
  [
    'a command that takes too long',
    answer(504, { error: 'TIMED_OUT', message: 'slow' }),
    'status 504; TIMED_OUT',
  ],
  ['a redirect', refuse(302, { location: 'http://127.0.0.1:9/' }), 'status 302'],
  ['a page', answer(200, '<html>'), 'no tracker'],
  ['JSON of something else', answer(200, { ok: true }), 'no tracker'],
  ['a list that is none', ran(0, { items: [{ id: 1 }] }), 'lists no tickets'],
  [
    'a board that is not begun',
    ran(1, { ok: false, error: { code: 'NOT_INITIALISED', message: 'no' } }),
    'tracker init',
  ],
  [
    'damaged data',
    ran(3, { ok: false, error: { code: 'CORRUPT', message: 'bad\nline' } }),
    'CORRUPT): bad line',
  ],
  ['a command that was killed', ran(137, null), 'exit code 137'],
  [
    'one who repeats what it was sent',
    (response, received) => {
      const message = `no use for ${received.headers.authorization}`;
      answer(400, { error: 'BAD_REQUEST', message })(response, received);
    },
    'no use for Bearer [redacted]',
  ],
  ['a reset connection', reset, 'gave no answer ('],
])('%s is told so that it can be mended, and never the token', async (_, behave, said) => {
  const error = await failureWith(behave);
  expect(error).toMatchObject({
    code: 'PKT_DELIVERY_FAILED',
    message: expect.stringContaining(said),
  });
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain(token);
});

test('it waits as long as a busy bridge asks', async () => {
  expect(await failureWith(refuse(429, { 'retry-after': '7' }))).toMatchObject({
    retryAfter: 7000,
  });
});

test('a send that is aborted fails, however long the bridge would take', async () => {
  const { url } = await start(neverAnswer);
  const sent = create({ url }).send(incident, AbortSignal.timeout(50));
  await expect(sent).rejects.toMatchObject({ code: 'PKT_DELIVERY_FAILED' });
});

test('what lasts is read no sooner than a comment may be due', async () => {
  const { url, received } = await start(ran(0, { items: [] }));
  const { following } = create({ url, commentEvery: 60 });
  const signal = AbortSignal.timeout(5000);
  const begun = (secondsAgo: number) => ({ ...incident, beganAt: Date.now() - secondsAgo * 1000 });
  await following?.tellLasting([begun(0), begun(50)], signal);
  expect(received).toEqual([]);
  await following?.tellLasting([begun(70)], signal);
  expect(received).toHaveLength(1);
});

test('a clock that is set back puts no comment off', async () => {
  const { url, received } = await start(ran(0, { items: [] }));
  const hour = 3_600_000;
  let now = incident.beganAt + 10 * hour;
  const { following } = create({ url }, () => now);
  const signal = AbortSignal.timeout(5000);
  await following?.tellLasting([incident], signal);
  await following?.tellLasting([incident], signal);
  expect(received).toHaveLength(1);
  now -= 5 * hour;
  await following?.tellLasting([incident], signal);
  await following?.tellLasting([incident], signal);
  expect(received).toHaveLength(2);
});

test.each<[string, Partial<TrackerNotification>]>([
  ['no url', { url: 'hunter2' }],
  ['another scheme', { url: 'ftp://host/hunter2' }],
  ['a password in the url', { url: 'http://user:hunter2@host/' }],
  ['a query', { url: 'http://host/?token=hunter2' }],
  ['a token that no header can carry', { token: 'hunter2\n' }],
  ['a link to nowhere', { links: { dashboard: 'hunter' } }],
])('a configuration is refused for %s, without telling the value', (_, rest) => {
  expect(() => create({ url: 'http://127.0.0.1/', ...rest })).toThrow(
    expect.objectContaining({
      code: 'PKT_CONFIG_INVALID',
      message: expect.not.stringContaining('hunter2'),
    }),
  );
});

test('links keep their names for each ticket, and a mistake in one is told where it stands', () => {
  const check = (dashboard: string) => {
    const links = { dashboard, probe: 'https://{{ env.HOST }}/{{ probe.id }}' };
    const value = { id: 'tickets', type: 'tracker', url: 'http://{{ env.HOST }}/', links };
    return checkNotification({ path: 'notifications[0]', value }, { HOST: 'board.test' });
  };
  expect(check('https://grafana.test/{{ probe.name }}')).toMatchObject({
    ok: true,
    value: {
      url: 'http://board.test/',
      links: { dashboard: 'https://grafana.test/{{ probe.name }}' },
    },
  });
  expect(check('https://grafana.test/{{ probe.nmae }}')).toMatchObject({
    ok: false,
    problems: [{ path: 'notifications[0].links.dashboard' }],
  });
});
