import { describe, expect, it } from 'vitest';
import { createLooks } from './looks.ts';

/** A board whose newest event is told when the test lets it be. */
function board() {
  let newest = 'first';
  let isAway = false;
  let time = 0;
  let revisions = 0;
  let reads = 0;
  let held = Promise.resolve();
  const ending = new AbortController();
  const { look, distrust } = createLooks({
    async readNewest() {
      reads += 1;
      const read = newest;
      await held;
      if (isAway) throw new Error('away');
      return read;
    },
    revise: () => {
      revisions += 1;
    },
    now: () => time,
  });
  return {
    distrust,
    ending,
    look: () => look(ending),
    reads: () => reads,
    revisions: () => revisions,
    change: (event: string) => {
      newest = event;
    },
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    setAway: (away: boolean) => {
      isAway = away;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}

describe('createLooks', () => {
  it('has everything read at the first look, and then only where the newest event is another', async () => {
    const { look, change, revisions } = board();
    await look();
    expect(revisions()).toBe(1);
    await look();
    await look();
    expect(revisions()).toBe(1);
    change('second');
    await look();
    await look();
    expect(revisions()).toBe(2);
  });

  it('has everything read after a minute, for a sync brings events that are not the newest', async () => {
    const { look, pass, revisions } = board();
    await look();
    pass(59_999);
    await look();
    expect(revisions()).toBe(1);
    pass(1);
    await look();
    expect(revisions()).toBe(2);
    await look();
    expect(revisions()).toBe(2);
  });

  it('has everything read while the server is away, which tells of it, and once it is back', async () => {
    const { look, setAway, revisions } = board();
    await look();
    setAway(true);
    await look();
    await look();
    expect(revisions()).toBe(3);
    setAway(false);
    await look();
    await look();
    expect(revisions()).toBe(4);
  });

  it('has read again what failed, also where that happens during a look', async () => {
    const { look, distrust, hold, revisions } = board();
    await look();
    distrust();
    await look();
    expect(revisions()).toBe(2);
    const letGo = hold();
    const looking = look();
    distrust();
    letGo();
    await looking;
    expect(revisions()).toBe(3);
  });

  it('looks once at a time, and at nothing for a page that is gone', async () => {
    const { look, hold, ending, reads, revisions } = board();
    const letGo = hold();
    const looking = Promise.all([look(), look()]);
    expect(reads()).toBe(1);
    ending.abort();
    letGo();
    await looking;
    expect(revisions()).toBe(0);
  });
});
