import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallStore, createCallStore } from './call-store.ts';

interface Held {
  readonly signal: AbortSignal;
  readonly resolve: (data: string) => void;
  readonly reject: (error: unknown) => void;
  readonly result: Promise<string | null>;
}

/** Starts a call that ends when the test says. */
function start(store: CallStore<string>, autoKey?: string): Held {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let signal = AbortSignal.abort();
  const call = (given: AbortSignal) => {
    signal = given;
    return promise;
  };
  const result = store.run(call, autoKey);
  return { signal, resolve, reject, result };
}

function attached() {
  const store = createCallStore<string>();
  const detach = store.attach();
  const told: unknown[] = [];
  store.subscribe(() => {
    const { data, error, isLoading } = store.getState();
    told.push([data, error?.message ?? null, isLoading]);
  });
  return { store, detach, told };
}

describe('createCallStore', () => {
  it('tells of the beginning and the end of a call, once each', async () => {
    const { store, told } = attached();
    const call = start(store);
    call.resolve('a');
    expect(await call.result).toBe('a');
    expect(told).toEqual([
      [null, null, true],
      ['a', null, false],
    ]);
  });

  it('clears the error as a call begins, but keeps the data; a failure clears that', async () => {
    const { store, told } = attached();
    const succeeding = start(store);
    succeeding.resolve('a');
    await succeeding.result;
    const failing = start(store);
    failing.reject(new Error('no'));
    expect(await failing.result).toBeNull();
    start(store);
    expect(told.slice(-3)).toEqual([
      ['a', null, true],
      [null, 'no', false],
      [null, null, true],
    ]);
  });

  it('makes an error of whatever is thrown', async () => {
    const { store } = attached();
    const call = start(store);
    call.reject('no');
    await call.result;
    expect(store.getState().error).toMatchObject({ message: 'no', cause: 'no' });
    expect(
      await store.run(() => {
        throw new Error('at once');
      }),
    ).toBeNull();
    expect(store.getState()).toMatchObject({ error: { message: 'at once' }, isLoading: false });
  });

  it('aborts a call that a newer one outranks, and forgets what it gives', async () => {
    const { store, told } = attached();
    const older = start(store);
    const newer = start(store);
    expect([older.signal.aborted, newer.signal.aborted]).toEqual([true, false]);
    newer.resolve('new');
    await newer.result;
    older.resolve('old');
    expect(await older.result).toBeNull();
    expect(store.getState()).toMatchObject({ data: 'new', error: null, isLoading: false });
    expect(told).toHaveLength(3);
  });

  it('tells nobody once it is detached, and makes no call', async () => {
    const { store, detach, told } = attached();
    const call = start(store);
    detach();
    expect(call.signal.aborted).toBe(true);
    call.reject(new Error('aborted'));
    expect(await call.result).toBeNull();
    expect(await start(store).result).toBeNull();
    expect(told).toHaveLength(1);
  });

  it('can go on after a stop, as strict mode has it', async () => {
    const { store } = attached();
    const stopped = start(store, 'key');
    store.stop();
    expect(store.getState()).toMatchObject({ data: null, error: null, isLoading: false });
    const call = start(store, 'key');
    stopped.reject(new Error('aborted'));
    call.resolve('a');
    expect(await call.result).toBe('a');
    expect(store.getState()).toEqual({ data: 'a', error: null, isLoading: false, autoKey: 'key' });
  });

  it('keeps its automatic key through calls by hand', () => {
    const { store } = attached();
    start(store, 'key');
    start(store);
    expect(store.getState().autoKey).toBe('key');
  });

  it('ends with what the newest call gave, in whatever order the answers come', async () => {
    const ends = fc.record({ rank: fc.double({ noNaN: true }), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(ends, { minLength: 1, maxLength: 8 }), async calls => {
        const { store } = attached();
        const held = calls.map((end, index) => ({ ...end, index, call: start(store) }));
        for (const { call, fails, index } of held.toSorted((a, b) => a.rank - b.rank)) {
          if (fails) call.reject(new Error(`${index}`));
          else call.resolve(`${index}`);
          await call.result;
        }
        const last = calls.length - 1;
        const { data, error, isLoading } = store.getState();
        expect(data ?? error?.message).toBe(`${last}`);
        expect([data === null, isLoading]).toEqual([calls.at(-1)?.fails, false]);
      }),
    );
  });
});
