import { describe, expect, it } from 'vitest';
import { forgetError, type KeptRead, nothingRead, takeIn } from './kept-read.ts';
import type { RunResult } from './use-run.ts';

const printed = (json: unknown): RunResult => ({
  ok: true,
  exitCode: 0,
  signal: null,
  stdout: JSON.stringify(json),
  stderr: '',
  json,
});
const refused = (code: string): RunResult => ({
  ...printed({ ok: false, error: { code, message: `says ${code}` } }),
  exitCode: 1,
});
const toTitle = (json: unknown) =>
  typeof json === 'object' && json !== null && 'title' in json ? { title: json.title } : undefined;

type Kept = KeptRead<{ title: unknown }>;
const after = (...ends: readonly (RunResult | Error)[]): Kept =>
  ends.reduce<Kept>((kept, end) => takeIn(kept, end, toTitle), nothingRead);

describe('takeIn', () => {
  it('keeps what was read while it is read again', () => {
    const kept = after(printed({ title: 'a' }));
    expect(takeIn(kept, undefined, toTitle)).toBe(kept);
  });

  it('keeps the same object while the command prints the same', () => {
    const kept = after(printed({ title: 'a' }));
    const again = takeIn(kept, printed({ title: 'a' }), toTitle);
    expect(again.data).toBe(kept.data);
    expect(takeIn(again, printed({ title: 'b' }), toTitle).data).toEqual({ title: 'b' });
  });

  it('takes an answer in once, whoever renders again', () => {
    const answer = printed({ title: 'a' });
    const kept = after(answer);
    expect(takeIn(kept, answer, toTitle)).toBe(kept);
  });

  it('says why there is nothing to show', () => {
    expect(after(new Error('away'))).toMatchObject({
      data: undefined,
      error: { message: 'away' },
      outdated: undefined,
    });
  });

  it.each([
    ['the server away', new Error('away')],
    ['a command that failed', refused('CONFLICT')],
    ['another answer than is understood', printed({})],
  ])('keeps what is shown through %s, and says that it may be out of date', (_what, end) => {
    const kept = after(printed({ title: 'a' }), end);
    expect(kept.data).toEqual({ title: 'a' });
    expect(kept.error).toBeUndefined();
    expect(kept.outdated).toBeInstanceOf(Error);
    expect(takeIn(kept, printed({ title: 'a' }), toTitle).outdated).toBeUndefined();
  });

  it.each(['NOT_FOUND', 'DELETED', 'NOT_INITIALISED'])('shows no more what is %s', code => {
    expect(after(printed({ title: 'a' }), refused(code))).toMatchObject({
      data: undefined,
      error: { message: `says ${code}` },
    });
  });

  it('comes back from there with what is printed then, though it is the same as before', () => {
    const kept = after(printed({ title: 'a' }), refused('NOT_FOUND'), printed({ title: 'a' }));
    expect(kept).toMatchObject({ data: { title: 'a' }, error: undefined });
  });
});

describe('forgetError', () => {
  it('leaves nothing but what is shown', () => {
    expect(forgetError(after(new Error('away'))).error).toBeUndefined();
    const kept = after(printed({ title: 'a' }));
    expect(forgetError(kept)).toBe(kept);
  });
});
