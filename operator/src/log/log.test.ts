import { DeliveryError, PicketError } from '@picket/monitor';
import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KubeError } from '../kube/kube-error.ts';
import { createLog, type LogLevel } from './log.ts';

const started = Date.UTC(2026, 0, 1);

function setUp(level: LogLevel = 'info') {
  const clock = createFakeClock(started);
  const written: string[] = [];
  const log = createLog({ level, clock, stream: { write: line => written.push(line) } });
  const lines = (): Record<string, unknown>[] => written.map(line => JSON.parse(line));
  return { clock, log, written, lines };
}

/** The one line of one entry, without its time and level. */
function lineOf(fields: Readonly<Record<string, unknown>>, message = 'said') {
  const { log, lines } = setUp();
  log.info(fields, message);
  const [{ time: _, level: __, ...line } = {}, ...more] = lines();
  expect(more).toEqual([]);
  return line;
}

function statusOf(err: unknown): number {
  if (typeof err === 'object' && err !== null && 'status' in err) return Number(err.status);
  throw new Error('no error of the API server');
}

const away = new KubeError('connect ECONNREFUSED', { status: 0, reason: 'Unreachable' });

describe('a line', () => {
  test('is JSON with time, level, fields and message', () => {
    const { log, written } = setUp();
    log.warn({ replicas: 3, members: ['a', 'b'] }, 'changed');
    expect(written).toEqual([
      `${JSON.stringify({
        level: 'warn',
        time: '2026-01-01T00:00:00.000Z',
        replicas: 3,
        members: ['a', 'b'],
        msg: 'changed',
      })}\n`,
    ]);
  });

  test('is written from the least level on', () => {
    const { log, lines } = setUp('warn');
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level]({}, level);
    expect(lines().map(({ level }) => level)).toEqual(['warn', 'error']);
  });

  test.each([
    [{ probe: 'shop/home' }, { namespace: 'shop', probe: 'home' }],
    [
      { namespace: 'shop', probe: 'home' },
      { namespace: 'shop', probe: 'home' },
    ],
    [{ probes: 3 }, { probes: 3 }],
  ])('tells a probe by namespace and name: %j', (fields, shown) => {
    expect(lineOf(fields)).toEqual({ ...shown, msg: 'said' });
  });
});

describe('an error', () => {
  test('of the API server is its status, reason and message', () => {
    const err = new KubeError('no', { status: 403, reason: 'Forbidden', cause: new Error('x') });
    expect(lineOf({ err }).err).toEqual({
      type: 'KubeError',
      status: 403,
      reason: 'Forbidden',
      message: 'no',
    });
  });

  test.each([
    [new PicketError('PKT_USAGE', 'wrong'), 'PKT_USAGE', 'wrong'],
    [new DeliveryError('late'), 'PKT_DELIVERY_FAILED', 'late'],
  ])('of Picket is its code and message: %s', (err, code, message) => {
    expect(lineOf({ err }).err).toEqual({ type: 'PicketError', code, message });
  });

  test('that is a defect has its stack and its cause', () => {
    const cause = Object.assign(new Error('file'), { code: 'ENOENT' });
    const err = new TypeError('bug', { cause });
    expect(lineOf({ err }).err).toMatchObject({
      type: 'TypeError',
      message: 'bug',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'Error', code: 'ENOENT', message: 'file' },
    });
  });

  test('that is its own cause is shown', () => {
    const err = new Error('loop');
    err.cause = err;
    expect(lineOf({ err }).err).toMatchObject({ message: 'loop', cause: { message: 'loop' } });
  });

  test('that is none is shown as it is', () => {
    expect(lineOf({ err: 'thrown' }).err).toBe('thrown');
  });
});

describe('no credential is shown', () => {
  const secret = 'hunter2hunter2hunter2';
  const urls = [
    `https://admin:${secret}@cluster.example:6443/api`,
    `https://cluster.example/?token=${secret}&watch=1`,
    `socks5://${secret}:${secret}@proxy.example:1080`,
  ];
  const texts = [...urls, `Authorization: Bearer ${secret}`, `Basic ${secret}==`];
  const places: [string, (text: string) => object][] = [
    ['a field', text => ({ server: text })],
    ['a list', text => ({ servers: ['a', text] })],
    ['a field of a field', text => ({ cluster: { server: text } })],
    ['an error', text => ({ err: new Error(text) })],
    ['an error of the API server', t => ({ err: new KubeError(t, { status: 0, reason: 'U' }) })],
    ['a cause', text => ({ err: new Error('x', { cause: new Error(text) }) })],
  ];

  test.each(places)('in %s', (_, place) => {
    for (const text of texts) {
      const line = JSON.stringify(lineOf({ ...place(`asking ${text}, which failed`) }));
      expect(line).not.toContain(secret);
      expect(line).toContain('which failed');
    }
  });

  test('in a message', () => {
    for (const text of texts) expect(lineOf({}, text).msg).not.toContain(secret);
  });

  test('and the rest of a url is', () => {
    expect(lineOf({ server: urls[0] }).server).toBe('https://cluster.example:6443/api');
  });

  test('and words that only sound like one are', () => {
    const text = 'Basic authentication and Bearer tokens are both taken';
    expect(lineOf({ text }).text).toBe(text);
  });
});

describe('trouble that is repeated', () => {
  const message = 'a status could not be written; will try again';

  test('is told at once, counted every 30 s, and once more when it is over', async () => {
    const { clock, log, lines } = setUp();
    for (let second = 0; second < 120; second++) {
      for (let probe = 0; probe < 100; probe++)
        log.warn({ probe: `shop/p${probe}`, err: away }, message);
      await clock.advance(1_000);
    }
    await clock.advance(300_000);
    expect(lines().map(({ level, msg, repeated }) => [level, msg, repeated])).toEqual([
      ['warn', message, undefined],
      ['warn', message, 2_999],
      ['warn', message, 3_000],
      ['warn', message, 3_000],
      ['warn', message, 3_000],
      ['info', `over: ${message}`, 11_999],
    ]);
    const [first] = lines();
    expect(first).toMatchObject({ probe: 'p0', err: { status: 0 } });
    expect(lines().at(-1)).toMatchObject({ seconds: 119, err: { status: 0 } });
  });

  test('each minute is not over in between', async () => {
    const { clock, log, lines } = setUp();
    for (let minute = 0; minute < 5; minute++) {
      log.warn({ err: away }, message);
      await clock.advance(60_000);
    }
    await clock.advance(600_000);
    expect(lines().map(({ repeated }) => repeated)).toEqual([undefined, 1, 1, 1, 1, 4]);
  });

  test('not at all is told once', async () => {
    const { clock, log, lines } = setUp();
    log.error({ err: away }, message);
    await clock.advance(600_000);
    log.error({ err: away }, message);
    expect(lines().map(({ msg }) => msg)).toEqual([message, message]);
  });

  test('is told when the log ends', () => {
    const { log, lines } = setUp();
    for (let n = 0; n < 3; n++) log.warn({ err: away }, message);
    log[Symbol.dispose]();
    expect(lines().map(({ repeated }) => repeated)).toEqual([undefined, 2]);
  });

  test.each<[string, object, object]>([
    ['another message', { err: away, is: 1 }, { err: away, is: 2 }],
    ['another error', { err: away }, { err: new Error('x') }],
    ['another reason', { reason: 'a' }, { reason: 'b' }],
    ['another channel', { channel: 'a', reason: 'r' }, { channel: 'b', reason: 'r' }],
    [
      'what is refused in another namespace',
      { probe: 'a/p', err: new KubeError('a', { status: 403, reason: 'Forbidden' }) },
      { probe: 'b/p', err: new KubeError('b', { status: 403, reason: 'Forbidden' }) },
    ],
  ])('does not hide %s', (_, one, other) => {
    const { log, lines } = setUp();
    log.warn({ ...one }, 'is' in one ? 'one' : message);
    log.warn({ ...other }, message);
    expect(lines()).toHaveLength(2);
  });

  test.each(['debug', 'info'] as const)('of level %s is not trouble', level => {
    const { log, lines } = setUp('debug');
    for (let n = 0; n < 3; n++) log[level]({ err: away }, message);
    expect(lines()).toHaveLength(3);
  });

  test('without an error or a reason is told each time', () => {
    const { log, lines } = setUp();
    for (let n = 0; n < 3; n++) log.warn({ probe: `shop/p${n}` }, 'refused');
    expect(lines()).toHaveLength(3);
  });

  test('of ever new kinds is bounded, and nothing of it is lost', async () => {
    const { clock, log, lines } = setUp();
    for (let n = 0; n < 1_500; n++) {
      log.error({ err: new Error(`kind ${n}`) }, message);
      log.error({ err: new Error(`kind ${n}`) }, message);
    }
    expect(lines().filter(({ repeated }) => repeated === 1)).toHaveLength(500);
    await clock.advance(30_000);
    expect(lines().filter(({ repeated }) => repeated === 1)).toHaveLength(1_500);
  });

  test('is told as often as it happened, whenever it happens', async () => {
    const step = fc.oneof(
      fc.record({ ms: fc.integer({ min: 0, max: 100_000 }) }),
      fc.record({ status: fc.constantFrom(0, 429, 500), times: fc.integer({ min: 1, max: 5 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const { clock, log, lines } = setUp();
        const happened = new Map<number, number>();
        for (const taken of steps) {
          if ('ms' in taken) await clock.advance(taken.ms);
          else {
            const err = new KubeError('no', { status: taken.status, reason: 'R' });
            for (let n = 0; n < taken.times; n++) log.warn({ err }, message);
            happened.set(taken.status, (happened.get(taken.status) ?? 0) + taken.times);
          }
        }
        log[Symbol.dispose]();
        const told = new Map<number, number>();
        for (const { level, err, repeated = 1 } of lines()) {
          if (level !== 'warn') continue;
          const status = statusOf(err);
          told.set(status, (told.get(status) ?? 0) + Number(repeated));
        }
        expect(told).toEqual(happened);
      }),
    );
  });
});
