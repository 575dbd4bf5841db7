import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type PicketProcess, startPicket } from '../../fixtures/picket-process.ts';
import { type SwitchedTarget, serveSwitchedTarget } from '../../fixtures/switched-target.ts';
import { startReceiver } from '../../fixtures/webhook-receiver.ts';
import { openStateFile } from '../state/sqlite.ts';

const isSoak = process.env.PICKET_SOAK !== undefined;
const kills = isSoak ? 200 : 10;
const channelTimeout = 1000;

const probes = [
  { id: 'quick', incidentThreshold: 1, recoveryThreshold: 1 },
  { id: 'slow to alert', incidentThreshold: 3, recoveryThreshold: 1 },
  { id: 'slow to recover', incidentThreshold: 1, recoveryThreshold: 3 },
  { id: 'even', incidentThreshold: 2, recoveryThreshold: 2 },
];

const config = (targetPort: number, receiver: string) => ({
  probes: probes.map(probe => ({
    ...probe,
    name: probe.id,
    interval: 1,
    requests: [{ url: `http://127.0.0.1:${targetPort}/${encodeURIComponent(probe.id)}` }],
  })),
  notifications: [{ id: 'ops', type: 'webhook', url: receiver, timeout: channelTimeout }],
});

interface Told {
  readonly id: string;
  readonly type: 'incident' | 'recovery';
  readonly probe: { readonly id: string };
  readonly alert: { readonly name: string };
}

/** What arrived at the receiver, by id: the first body of each, in the order of arrival. */
class Arrivals extends EventEmitter<{ change: [] }> {
  readonly bodies = new Map<string, string>();
  readonly accepted = new Set<string>();
  repeats = 0;
  /** Ids whose repeat differed from what came before under the same id. */
  readonly changed: string[] = [];

  take(id: string, body: string): void {
    const before = this.bodies.get(id);
    if (before === undefined) this.bodies.set(id, body);
    else this.repeats++;
    if (before !== undefined && before !== body) this.changed.push(id);
    this.emit('change');
  }

  accept(id: string): void {
    this.accepted.add(id);
    this.emit('change');
  }

  of(probe: string): Told[] {
    const told = [...this.bodies.values()].map((body): Told => JSON.parse(body));
    return told.filter(each => each.probe.id === probe);
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await once(this, 'change');
  }
}

/** Mostly takes what it gets; sometimes refuses, breaks the connection, or answers when nobody waits any more. */
function answerSomehow(response: ServerResponse, accept: () => void): void {
  const luck = Math.random();
  if (luck < 0.1) response.writeHead(500).end();
  else if (luck < 0.2) response.socket?.resetAndDestroy();
  else if (luck < 0.3) {
    void setTimeout(channelTimeout * 1.5, undefined, { ref: false }).then(() =>
      response.writeHead(204).end(),
    );
  } else {
    response.writeHead(204).end(accept);
  }
}

/** Breaks the probe's target until the next incident is told, heals it until the recovery is, until `isOver`. */
async function drivePhases(
  { id }: { id: string },
  { target, arrivals }: { target: SwitchedTarget; arrivals: Arrivals },
  isOver: () => boolean,
): Promise<number> {
  const path = encodeURIComponent(id);
  const count = (type: Told['type']) => arrivals.of(id).filter(told => told.type === type).length;
  for (let phase = 1; ; phase++) {
    target.switch(path, 'down');
    await arrivals.until(() => count('incident') >= phase);
    target.switch(path, 'up');
    await arrivals.until(() => count('recovery') >= phase);
    if (isOver()) return phase;
  }
}

/** Kills the process at random moments of its life, from before it can do anything on. */
async function killOften(start: () => PicketProcess, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await using picket = start();
    await setTimeout(Math.random() * 4000);
    picket.kill('SIGKILL');
    expect(await picket.ended).toMatchObject({ code: undefined });
  }
}

test(
  `${kills} times kill -9 neither loses, doubles nor disorders a notification`,
  async ({ annotate }) => {
    const folder = await mkdtemp(join(tmpdir(), 'picket-kill-'));
    const arrivals = new Arrivals();
    await using target = await serveSwitchedTarget();
    const receiver = await startReceiver((response, { headers, body }) => {
      const id = String(headers['idempotency-key']);
      arrivals.take(id, body);
      answerSomehow(response, () => arrivals.accept(id));
    });
    const [file, state] = [join(folder, 'probes.yaml'), join(folder, 'state.sqlite')];
    await writeFile(file, JSON.stringify(config(target.port, receiver.url)));
    const start = () =>
      startPicket(['-c', file, '--state', state, '--metrics-port', '0'], { timeout: 600_000 });

    let isKilling = true;
    const driven = Promise.all(
      probes.map(probe => drivePhases(probe, { target, arrivals }, () => !isKilling)),
    );
    await killOften(start, kills);
    isKilling = false;
    await using last = start();
    const phases = await driven;
    await arrivals.until(() => [...arrivals.bodies.keys()].every(id => arrivals.accepted.has(id)));
    last.kill('SIGTERM');
    expect(await last.ended).toMatchObject({ code: 0, stderr: '' });
    await receiver.close();

    const expected = probes.map(({ id }, index) => [
      id,
      Array.from({ length: phases[index] ?? 0 }, () => ['incident', 'recovery']).flat(),
    ]);
    expect(probes.map(({ id }) => [id, arrivals.of(id).map(({ type }) => type)])).toEqual(expected);
    expect(arrivals.changed).toEqual([]);
    expect([...arrivals.bodies].filter(([id, body]) => JSON.parse(body).id !== id)).toEqual([]);
    expect(new Set(arrivals.of('even').map(({ alert }) => alert.name)).size).toBe(1);
    await annotate(`${arrivals.bodies.size} transitions, ${arrivals.repeats} repeats`);
    const { outbox, close } = openStateFile(state, { log: pino({ level: 'silent' }) });
    expect(await outbox.channels()).toEqual([]);
    await close();
    await rm(folder, { recursive: true });
  },
  kills * 20_000,
);
