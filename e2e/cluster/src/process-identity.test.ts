import { execa } from 'execa';
import { expect, test } from 'vitest';
import { identify, isAlive } from './process-identity.ts';

test('knows itself, and that another process of its number is not it', async () => {
  const self = await identify(process.pid);
  if (self === undefined) throw new Error('not found');
  expect(await isAlive(self)).toBe(true);
  expect(await isAlive({ ...self, started: self.started + 1 })).toBe(false);
});

test('finds no process that ended', async () => {
  const child = execa('sleep', ['60'], { reject: false });
  const identity = await identify(child.pid ?? 0);
  if (identity === undefined) throw new Error('not found');
  child.kill('SIGKILL');
  await child;
  expect(await isAlive(identity)).toBe(false);
  expect(await identify(identity.pid)).toBeUndefined();
});
