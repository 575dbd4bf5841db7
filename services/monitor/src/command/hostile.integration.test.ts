import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type HostileTarget, hostileTargets } from '../../fixtures/hostile-targets.ts';
import { type Loopback, serveHttp } from '../../fixtures/loopback.ts';
import { startPicket } from '../../fixtures/picket-process.ts';
import { createTestFolder } from '../../fixtures/test-folder.ts';
import {
  accept,
  type Behaviour,
  neverAnswer,
  startReceiver,
} from '../../fixtures/webhook-receiver.ts';

/** Bytes the process may hold with all of them at once. */
const memoryLimit = 600 * 1024 * 1024;
/** How often each hostile target is asked. */
const rounds = 4;

interface Line {
  readonly msg: string;
  readonly probe: string;
  readonly status?: number;
  readonly health?: string;
}

test('hostile targets and channels leave the monitor running, bounded and correct', async () => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = cleanUp.use(await createTestFolder());
  let asked = 0;
  const healthy = cleanUp.use(
    await serveHttp((_, response) => {
      asked += 1;
      response.end('well');
    }),
  );
  const receive = async (behave: Behaviour) => {
    const receiver = await startReceiver(behave);
    cleanUp.defer(receiver.close);
    return receiver;
  };
  const ops = await receive(accept);
  const elsewhere = await receive(accept);
  const channels = await Promise.all(
    Object.entries(hostileReceivers(elsewhere.url)).map(async ([id, behave]) =>
      channel(id, (await receive(behave)).url, 500),
    ),
  );
  const targets: Record<string, HostileTarget> = hostileTargets;
  const hostile = await Promise.all(
    Object.entries(targets).map(async ([id, target]) =>
      probe(id, entriesOf(target, cleanUp.use(await target.start()))),
    ),
  );
  const file = await folder.write('probes.yaml', {
    egress: { deny: ['127.0.0.9'] },
    probes: [
      probe('healthy', { requests: [{ url: `http://127.0.0.1:${healthy.port}/` }] }),
      ...hostile,
    ],
    notifications: [channel('ops', ops.url, 60_000), ...channels],
  });
  await using picket = startPicket(['-c', file, '--metrics-port', '0', '--output', 'json']);
  const [, metrics = ''] = await picket.sees(/"metrics":"(http:[^"]+)"/);

  let memory = 0;
  const runs = () => Map.groupBy(requestLines(picket.stdout()), ({ probe }) => probe);
  const isDone = () => hostile.every(({ id }) => (runs().get(id)?.length ?? 0) >= rounds);
  while (!isDone()) {
    await setTimeout(100);
    memory = Math.max(memory, residentBytes(await (await fetch(metrics)).text()));
  }
  picket.kill('SIGTERM');

  expect(await picket.ended).toMatchObject({ code: 0, stderr: '' });
  const seen = [...runs()].map(([id, lines]) => {
    const statuses = new Set(lines.map(({ status }) => status));
    return [id, [...statuses].filter(status => status !== targets[id]?.orStatus)];
  });
  expect(Object.fromEntries(seen)).toEqual({
    healthy: [200],
    ...Object.fromEntries(Object.entries(targets).map(([id, { status }]) => [id, [status]])),
  });
  const wellRuns = runs().get('healthy') ?? [];
  expect(wellRuns.map(({ health }) => health)).toEqual(Array(asked).fill('ok'));
  const alerting = requestLines(picket.stdout()).filter(({ health }) => health === 'alert');
  const told = ops.received.map(({ body }): string => JSON.parse(body).probe.id);
  expect(told.toSorted()).toEqual([...new Set(alerting.map(each => each.probe))].toSorted());
  expect(elsewhere.received).toEqual([]);
  expect(memory).toBeLessThan(memoryLimit);
}, 300_000);

const hostileReceivers = (elsewhere: string): Record<string, Behaviour> => ({
  silent: neverAnswer,
  redirecting: response => response.writeHead(307, { location: elsewhere }).end(),
  large: response => response.end(Buffer.alloc(50 * 1024 * 1024)),
  endless(response) {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.writeHead(200).on('drain', write);
    write();
  },
});

/** Milliseconds: who is to time out does so soon, the others have all the time that a busy machine takes. */
const timeoutFor = ({ status }: HostileTarget) => (status === 6 ? 2000 : 60_000);

function entriesOf(target: HostileTarget, { port }: Loopback): object {
  const { spoken, request } = target;
  const host = '127.0.0.1';
  const timeout = timeoutFor(target);
  if (spoken === 'tcp') return { socket: { host, port, timeout, data: 'hello' } };
  return { requests: [{ url: `${spoken ?? 'http'}://${host}:${port}/`, timeout, ...request }] };
}

const probe = (id: string, entries: object) => ({
  id,
  name: id,
  interval: 1,
  incidentThreshold: 1,
  ...entries,
});

const channel = (id: string, url: string, timeout: number) => ({
  id,
  type: 'webhook',
  url,
  timeout,
});

function requestLines(written: string): Line[] {
  const lines = written.split('\n').slice(0, -1);
  return lines.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg === 'request');
}

function residentBytes(scrape: string): number {
  const [, value] = /^process_resident_memory_bytes (\S+)$/m.exec(scrape) ?? [];
  return Number(value);
}
