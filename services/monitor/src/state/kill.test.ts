import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openStateFile } from './sqlite.ts';

const log = pino({ level: 'silent' });
const cleanup: (() => unknown)[] = [];

afterEach(async () => {
  for (const undo of cleanup.splice(0).reverse()) await undo();
});

/** Records transitions without end, eight at a time, and prints the alert of each once it is acknowledged. */
const recordWithoutEnd = `
  import { writeSync } from 'node:fs';
  const { openStateFile } = await import(${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)});
  const { sampleChange } = await import(${JSON.stringify(new URL('../../fixtures/sample-change.ts', import.meta.url).href)});
  const [path, round] = process.argv.slice(1);
  const { store } = openStateFile(path, { log: console });
  const { uid } = await store.open('shop');
  let next = 0;
  const recordOn = async () => {
    for (;;) {
      const alert = round + '-' + next++;
      await store.record(sampleChange(uid, 1, { alert }));
      writeSync(1, alert + '\\n');
    }
  };
  for (let n = 0; n < 8; n++) recordOn();
`;

function startRecording(path: string, round: number): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', recordWithoutEnd, path, `${round}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  cleanup.push(() => child.kill('SIGKILL'));
  return child;
}

/** Lets the child get some way, sees that the file is held, kills it, and returns what it acknowledged. */
async function killAfter(child: ChildProcess, acknowledgements: number, path: string) {
  const acknowledged: string[] = [];
  if (child.stdout === null) throw new Error('the child has no output');
  const ended = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(line);
    if (acknowledged.length !== acknowledgements) continue;
    expect(() => openStateFile(path, { log })).toThrow(
      expect.objectContaining({ code: 'PKT_STATE_IN_USE' }),
    );
    child.kill('SIGKILL');
  }
  await ended;
  return acknowledged;
}

test('kill -9 loses nothing that was acknowledged, and frees the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'picket-kill-'));
  cleanup.push(() => rm(folder, { recursive: true }));
  const path = join(folder, 'state.sqlite');
  const acknowledged: string[] = [];

  for (let round = 0; round < 5; round++) {
    const until = 1 + Math.floor(Math.random() * 1000);
    acknowledged.push(...(await killAfter(startRecording(path, round), until, path)));

    const file = openStateFile(path, { log });
    const { states } = await file.store.open('shop');
    const owed = await file.outbox.due('ops', Number.MAX_SAFE_INTEGER, 1_000_000);
    await file.close();
    const recorded = new Set(states.map(({ alert }) => alert));
    expect(acknowledged.filter(alert => !recorded.has(alert))).toEqual([]);
    // States and deliveries are of one transaction: neither is ever there without the other.
    expect(new Set(owed.map(({ transition }) => transition.alert.name))).toEqual(recorded);
  }
});
