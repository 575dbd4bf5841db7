import { describe, expect, it } from 'vitest';
import { createSend } from './send.ts';
import { ServerAwayError } from './server-away-error.ts';

interface Sent {
  readonly authorization: string | null;
  readonly body: unknown;
}

function server(...answers: readonly (() => Response)[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  let refusals = 0;
  const sendAs = (token: string | null) =>
    createSend({
      token,
      async fetch(_input, init) {
        const headers = new Headers(init?.headers);
        sent.push({ authorization: headers.get('authorization'), body: init?.body });
        const answer = answers[Math.min(sent.length, answers.length) - 1];
        if (answer === undefined) throw new Error('no answer is left');
        return answer();
      },
      async wait(milliseconds, signal) {
        signal?.throwIfAborted();
        waits.push(milliseconds);
      },
      onRefused() {
        refusals += 1;
      },
    });
  return { sendAs, sent, waits, refusals: () => refusals };
}

const ok = () => new Response('{}');
const busy = (retryAfter?: string) => () =>
  new Response('{}', {
    status: 429,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  });

describe('createSend', () => {
  it('sends the token along, and none where there is none', async () => {
    const { sendAs, sent } = server(ok);
    await sendAs('secret')('/api/run');
    await sendAs(null)('/api/run');
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer secret', null]);
  });

  it('tells of a refusal and gives its answer', async () => {
    const { sendAs, refusals } = server(() => new Response('{}', { status: 401 }));
    const { status } = await sendAs('wrong')('/api/run');
    expect({ status, refusals: refusals() }).toEqual({ status: 401, refusals: 1 });
  });

  it('asks a busy server again after the time that it names, with the same body', async () => {
    const { sendAs, sent, waits } = server(busy('2'), busy(), ok);
    const { status } = await sendAs(null)('/api/run', { method: 'POST', body: 'same' });
    expect(status).toBe(200);
    expect(sent.map(({ body }) => body)).toEqual(['same', 'same', 'same']);
    expect(waits).toEqual([2000, 2000]);
  });

  it('gives up on a server that stays busy, and waits no longer than is bearable', async () => {
    const { sendAs, sent, waits } = server(busy('86400'));
    const { status } = await sendAs(null)('/api/run');
    expect(status).toBe(429);
    expect(sent).toHaveLength(5);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
  });

  it('heeds no time to wait that is none', async () => {
    const { sendAs, waits } = server(busy('Fri, 31 Dec 1999 23:59:59 GMT'), busy('-5'), ok);
    await sendAs(null)('/api/run');
    expect(waits).toEqual([1000, 2000]);
  });

  it('stops asking once it is aborted', async () => {
    const ending = new AbortController();
    const { sendAs, sent } = server(() => {
      ending.abort(new Error('gone'));
      return busy()();
    });
    await expect(sendAs(null)('/', { signal: ending.signal })).rejects.toThrow('gone');
    expect(sent).toHaveLength(1);
  });

  it('says that the server does not answer, but keeps the reason of an abort', async () => {
    const failing = (error: Error) =>
      server(() => {
        throw error;
      }).sendAs(null)('/api/run');
    await expect(failing(new TypeError('Failed to fetch'))).rejects.toThrow(ServerAwayError);
    await expect(failing(new DOMException('gone', 'AbortError'))).rejects.toThrow('gone');
  });
});
