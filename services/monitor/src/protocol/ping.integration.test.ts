import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runContext } from '../../fixtures/run-context.ts';
import { createEgress } from '../egress/egress.ts';
import { ping } from './ping.ts';
import type { RunContext } from './protocol.ts';

const contextOf = (context: Partial<RunContext> = {}) =>
  runContext({ maxBody: 1000, now: () => 1_700_000_000_000, ...context });

const send = (uri: string, context: RunContext = contextOf()) =>
  ping.run(ping.prepare({ uri }), context);

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some(address => address?.address === '::1');

describe('the system’s ping', () => {
  test('gives the round trip to an address', async () => {
    const result = await send('127.0.0.1');
    expect(result).toMatchObject({
      kind: 'answered',
      response: {
        status: 200,
        statusText: 'OK',
        body: { alive: true, address: '127.0.0.1', rtt: expect.any(Number), ttl: 64 },
        config: { url: '127.0.0.1', method: 'PING' },
      },
      measured: { startedAt: 1_700_000_000_000, ipFamily: 4 },
    });
    expect(result.measured.rtt).toBeGreaterThan(0);
    expect(result.response.time).toBe(result.measured.rtt);
    expect(Object.keys(result.measured.phases)).toEqual(['resolve']);
  });

  test.skipIf(!hasIpv6)('pings over IPv6', async () => {
    const result = await send('::1');
    expect(result).toMatchObject({
      response: { status: 200, body: { address: '::1' } },
      measured: { ipFamily: 6 },
    });
  });

  test.each(['localhost', 'http://localhost:9/path'])('pings the host of %s', async uri => {
    expect(await send(uri)).toMatchObject({ kind: 'answered', response: { status: 200 } });
  });

  test('reports a name that does not resolve with 0', async () => {
    const result = await send('nope.invalid');
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 0, phase: 'resolve' } });
  });

  test('reports an address of the other family with 0', async () => {
    const target = ping.prepare({ uri: '127.0.0.1', ipFamily: 'ipv6' });
    expect(await ping.run(target, contextOf())).toMatchObject({ failure: { code: 0 } });
  });

  test('reports an address the egress rules deny with 7', async () => {
    const context = contextOf({
      egress: createEgress({ allow: [], deny: ['127.0.0.0/8', '::1'] }),
    });
    expect(await send('localhost', context)).toMatchObject({
      failure: { code: 7, phase: 'resolve' },
    });
  });

  test('reports a run canceled before it starts with 12', async () => {
    const context = contextOf({ signal: AbortSignal.abort() });
    expect(await send('127.0.0.1', context)).toMatchObject({ failure: { code: 12 } });
  });
});

/**
 * On loopback everything answers at once, so another `ping` on the PATH plays what can't be had there:
 * an unreachable host, an echo nobody answers, a missing or forbidden command.
 */
describe('another ping', () => {
  const folders: string[] = [];

  async function install(script: string, mode = 0o755): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'picket-ping-'));
    folders.push(folder);
    await writeFile(join(folder, 'ping'), `#!/bin/sh\n${script}\n`, { mode });
    vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter));
    return folder;
  }

  afterEach(async () => {
    vi.unstubAllEnvs();
    await Promise.all(folders.splice(0).map(folder => rm(folder, { recursive: true })));
  });

  /** Waits until the fake has said that it runs, by its process id. */
  const pidIn = (folder: string) =>
    vi.waitFor(
      async () => {
        const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
        expect(pid).toBeGreaterThan(0);
        return pid;
      },
      { timeout: 10_000 },
    );
  const expectGone = (pid: number) => expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  const endless = 'echo $$ > "$(dirname "$0")/pid"\nexec sleep 600';

  test('is given one echo, the seconds to wait rounded up, and the address', async () => {
    await install('echo "$LC_ALL: $*" >&2; exit 2');
    const result = await send('localhost', contextOf({ timeout: 1500 }));
    expect(result.response.statusText).toMatch(/said: C: -c 1 -n -W 2 (-4 127\.0\.0\.1|-6 ::1)$/);
    expect(result).toMatchObject({ failure: { code: 99, phase: 'processing' } });
  });

  test('that says the host is unreachable is 7', async () => {
    await install('echo "From 192.0.2.9 icmp_seq=1 Destination Host Unreachable"; exit 1');
    expect(await send('127.0.0.1')).toMatchObject({
      response: { status: 7, statusText: 'Destination Host Unreachable (said 192.0.2.9)' },
    });
  });

  test('that gets no answer is 6', async () => {
    await install('exit 1');
    expect(await send('127.0.0.1')).toMatchObject({ failure: { code: 6, phase: 'processing' } });
  });

  test('that takes longer than the time-out is 6, and is gone', async () => {
    const folder = await install(endless);
    const result = await send('127.0.0.1', contextOf({ timeout: 3000 }));
    expect(result).toMatchObject({ failure: { code: 6, reason: 'no answer within 3000 ms' } });
    expectGone(await pidIn(folder));
  });

  test('is gone when the run is canceled, which is 12', async () => {
    const canceling = new AbortController();
    const folder = await install(endless);
    const run = send('127.0.0.1', contextOf({ signal: canceling.signal }));
    const pid = await pidIn(folder);
    canceling.abort();
    expect(await run).toMatchObject({ failure: { code: 12 } });
    expectGone(pid);
  });

  test('that is not installed is 99 with the package to install', async () => {
    vi.stubEnv('PATH', join(tmpdir(), 'nothing-here'));
    expect(await send('127.0.0.1')).toMatchObject({
      response: { status: 99, statusText: expect.stringContaining('iputils-ping') },
    });
  });

  test('that may not be run is 99 with what to allow', async () => {
    const folder = await install('exit 0', 0o644);
    vi.stubEnv('PATH', folder);
    expect(await send('127.0.0.1')).toMatchObject({
      response: { status: 99, statusText: expect.stringContaining('net_raw') },
    });
  });
});
