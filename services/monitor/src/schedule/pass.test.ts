import { expect, test } from 'vitest';
import { runPasses } from './pass.ts';

test('makes whole passes in the order entered, one run after another', async () => {
  const log: string[] = [];
  const run = async (id: string) => {
    log.push(`start ${id}`);
    await Promise.resolve();
    log.push(`end ${id}`);
  };
  await runPasses({ ids: ['b', 'a'], repeat: 2, run, signal: new AbortController().signal });
  const pass = ['start b', 'end b', 'start a', 'end a'];
  expect(log).toEqual([...pass, ...pass]);
});

test('starts nothing more once aborted', async () => {
  const log: string[] = [];
  const stop = new AbortController();
  const run = async (id: string) => {
    log.push(id);
    if (id === 'b') stop.abort();
  };
  await runPasses({ ids: ['a', 'b', 'c'], repeat: 3, run, signal: stop.signal });
  expect(log).toEqual(['a', 'b']);
});

test('rejects with what a run rejects with', async () => {
  const run = () => Promise.reject(new Error('broken'));
  const passes = runPasses({ ids: ['a'], repeat: 1, run, signal: new AbortController().signal });
  await expect(passes).rejects.toThrow('broken');
});
