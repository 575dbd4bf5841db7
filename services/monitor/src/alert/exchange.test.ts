import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { answer, compiled, refusal, runOf } from '../../fixtures/runs.ts';
import type { Probe } from '../probe/schema.ts';
import type { Result } from '../protocol/result.ts';
import type { Exchange } from './exchange.ts';
import { openLedger } from './ledger.ts';

const settings = { evidenceSpan: 0, channels: () => [] };
const env = { TOKEN: 'hunter2-hunter2' };

/** What the incident shows that the result leads to. */
function shown(result: Result, request: Partial<NonNullable<Probe['requests']>[number]> = {}) {
  const probe = compiled(
    {
      env: [{ name: 'TOKEN', value: env.TOKEN }],
      requests: [{ url: 'http://shop/', incidentThreshold: 1, ...request }],
    },
    env,
  );
  const ledger = openLedger(probe, { uid: 'u', states: [] }, settings);
  const { transitions, requests } = ledger.judge(runOf(probe, result), 0);
  const exchange: Exchange | undefined = transitions[0]?.exchange;
  return { exchange, body: requests[0]?.body };
}

/** The answer to a request that sent these. */
function sent(result: Result, config: Partial<Result['response']['config']>): Result {
  const response = { ...result.response, config: { ...result.response.config, ...config } };
  return result.kind === 'answered' ? { ...result, response } : { ...result, response };
}

test('an exchange is what was sent and what came back, phase by phase', () => {
  const result = sent(answer(503, 'down', { server: 'shop' }), { headers: { Accept: '*/*' } });
  const phases = { resolve: 1, connect: 2 };
  expect(shown({ ...result, measured: { startedAt: 0, phases } }).exchange).toEqual({
    request: { method: 'GET', url: 'http://shop/', headers: { Accept: '*/*' } },
    response: { headers: { server: 'shop' } },
    phases,
  });
});

test('where nothing answered there is no response', () => {
  expect(shown(refusal()).exchange).not.toHaveProperty('response');
});

test('no secret is in it, whatever holds it', () => {
  const result = sent(
    answer(503, { echo: env.TOKEN }, { 'set-cookie': 'sid=c00kie', 'x-echo': env.TOKEN }),
    {
      url: `http://user:pa55word@shop/?token=abcdef&q=${env.TOKEN}`,
      headers: { Authorization: 'Basic dXNlcjpwYTU1d29yZA==', 'X-Trace': `at ${env.TOKEN}` },
      data: { password: env.TOKEN },
    },
  );
  const { exchange, body } = shown(result, { saveBody: true });
  const text = JSON.stringify([exchange, body]);
  for (const secret of [env.TOKEN, 'pa55word', 'abcdef', 'c00kie', 'dXNlcjpwYTU1d29yZA']) {
    expect(text).not.toContain(secret);
  }
  expect(exchange?.request.headers['X-Trace']).toBe('at [redacted]');
});

test('bodies are in it only where they are to be kept', () => {
  const result = sent(answer(503, 'down'), { data: { item: 7 } });
  expect(JSON.stringify(shown(result))).not.toMatch(/down|item/);
  const { exchange, body } = shown(result, { saveBody: true });
  expect(exchange?.request.body).toBe('{"item":7}');
  expect(exchange?.response?.body).toBe('down');
  expect(body).toBe('down');
});

test('of a run it is made once, however many alerts are in incident', () => {
  const alerts = ['a', 'b'].map(name => ({ name, assertion: 'true' }));
  const probe = compiled({ requests: [{ url: 'http://shop/', incidentThreshold: 1, alerts }] });
  const ledger = openLedger(probe, { uid: 'u', states: [] }, settings);
  const [one, other] = ledger.judge(runOf(probe, answer(503)), 0).lasting;
  expect(one?.exchange).toBeDefined();
  expect(one?.exchange).toBe(other?.exchange);
});

test('a long body is cut, but no secret with it', () => {
  const result = answer(503, `${'x'.repeat(4090)}${env.TOKEN}`);
  const cut = shown(result, { saveBody: true }).exchange?.response?.body ?? '';
  expect(cut).toHaveLength(4097);
  expect(cut).not.toContain('hunter');
});

test('an incident that is kept holds on to no more of a body than it shows', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  const kept = Array.from({ length: 40 }, (_, n) => {
    const body = new TextDecoder().decode(Buffer.alloc(512 * 1024, 97 + (n % 20)));
    return shown(answer(503, body), { saveBody: true }).exchange;
  });
  expect(heap() - before).toBeLessThan(5 * 1024 * 1024);
  expect(kept[0]?.response?.body).toHaveLength(4097);
});
