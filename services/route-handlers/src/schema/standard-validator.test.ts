import { runInNewContext } from 'node:vm';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RequestPart } from '../request-validator.ts';
import { compileValidator } from './validator.ts';

const check = async (
  schema: StandardSchemaV1,
  value: unknown,
  from: 'text' | 'json' = 'text',
  part: RequestPart = 'searchParams',
) => compileValidator(schema, part).check(value, from);

const accepted = (value: unknown) => ({ ok: true, value });

const refused = (...problems: string[]) => ({ ok: false, problems });

/** A schema of no library, which says what it is told to say. */
const answering = (validate: (value: unknown) => unknown): StandardSchemaV1 =>
  Object.assign(Object.create(null), { '~standard': { version: 1, vendor: 'test', validate } });

describe('compileValidator with zod', () => {
  it('coerces text as the JSON schema of the type says', async () => {
    const schema = z.object({
      n: z.int().min(1),
      tags: z.array(z.number()),
      draft: z.boolean(),
      either: z.union([z.int(), z.string()]),
      level: z.literal([1, 2]),
      page: z.number().default(3),
      at: z.date().optional(),
      none: z.number().nullable().optional(),
    });
    const given = Object.freeze({ n: '5', tags: '1', draft: 'true', either: '7', level: '2' });
    expect(await check(schema, given)).toEqual(
      accepted({ n: 5, tags: [1], draft: true, either: 7, level: 2, page: 3 }),
    );
  });

  it('never coerces JSON', async () => {
    expect(await check(z.object({ n: z.int() }), { n: '5' }, 'json', 'body')).toEqual(
      refused('body/n Invalid input: expected number, received string'),
    );
  });

  it('refuses what does not fit, all of it', async () => {
    const schema = z.object({ n: z.int(), list: z.array(z.object({ 'a/b': z.string() })) });
    expect(await check(schema, { n: '1.9', list: [{}] })).toEqual(
      refused(
        'searchParams/n Invalid input: expected number, received string',
        'searchParams/list/0/a~1b Invalid input: expected string, received undefined',
      ),
    );
    expect(await check(schema, { n: ['1', '2'], list: [] })).toHaveProperty('ok', false);
  });

  it('tells of a hundred items of a long list', async () => {
    const list = Array.from({ length: 200_000 }, () => 'x');
    const checked = await check(z.array(z.int()), list, 'json', 'body');
    expect(checked).toHaveProperty('problems.length', 100);
  });

  it('gives what a transform makes', async () => {
    const schema = z.object({ n: z.string().transform(Number), at: z.coerce.date() });
    expect(await check(schema, { n: '5', at: '2026-01-01' })).toEqual(
      accepted({ n: 5, at: new Date('2026-01-01') }),
    );
  });

  it('waits for what is asynchronous', async () => {
    const schema = z.object({
      name: z.string().refine(async name => name !== 'taken', 'is taken'),
    });
    expect(await check(schema, { name: 'free' })).toEqual(accepted({ name: 'free' }));
    expect(await check(schema, { name: 'taken' })).toHaveProperty('ok', false);
  });

  it('follows a type into itself', async () => {
    const tree = z.object({
      n: z.int(),
      get below() {
        return z.array(tree).optional();
      },
    });
    expect(await check(tree, { n: '1', below: [{ n: '2' }] })).toEqual(
      accepted({ n: 1, below: [{ n: 2 }] }),
    );
  });

  it('rejects with what the schema’s own code throws', async () => {
    const broken = z.string().transform(() => {
      throw new Error('broken');
    });
    await expect(check(broken, 'a')).rejects.toThrow('broken');
  });
});

describe('compileValidator with valibot', () => {
  const tags = v.array(v.string());
  const number = v.pipe(v.string(), v.toNumber(), v.minValue(5));

  it('takes a single value for a list of it', async () => {
    const schema = v.object({ tags, n: number });
    expect(await check(schema, Object.freeze({ tags: 'a', n: '7' }))).toEqual(
      accepted({ tags: ['a'], n: 7 }),
    );
    expect(await check(schema, { tags: 'a', n: '7' }, 'json', 'body')).toHaveProperty('ok', false);
  });

  it('tells only what a list would not mend', async () => {
    const schema = v.object({ tags, n: number, name: v.string() });
    expect(await check(schema, { tags: 'a', n: '3' })).toEqual(
      refused(
        'searchParams/n Invalid value: Expected >=5',
        'searchParams/name Invalid key: Expected "name"',
      ),
    );
  });

  it('tells what only the second try found', async () => {
    const fewTags = v.check<{ tags: string[] }, string>(({ tags }) => tags.length > 1, 'too few');
    const schema = v.pipe(v.object({ tags }), fewTags);
    expect(await check(schema, { tags: 'a' })).toEqual(refused('searchParams too few'));
  });

  it('tries lists asynchronously too', async () => {
    const known = v.checkAsync<string[], string>(async list => list.includes('a'), 'unknown');
    const schema = v.objectAsync({ tags: v.pipeAsync(tags, known) });
    expect(await check(schema, { tags: 'a' })).toEqual(accepted({ tags: ['a'] }));
    expect(await check(schema, { tags: 'b' })).toEqual(
      refused('searchParams/tags Invalid type: Expected Array'),
    );
  });
});

describe('problems of a Standard Schema', () => {
  it.each([
    [v.object({ n: v.number() }), { n: 'hunter2' }],
    [v.object({ n: v.pipe(v.string(), v.email()) }), { n: 'hunter2' }],
    [v.object({ n: v.pipe(v.number(), v.maxValue(5)) }), { n: 70_031 }],
    [
      z.object({ n: z.string().refine(() => false, { error: issue => `no ${issue.input}` }) }),
      { n: 'hunter2' },
    ],
    [
      z.object({ n: z.string().refine(() => false, { error: issue => `no "${issue.input}"` }) }),
      { n: 'pw' },
    ],
  ])('never hold the value: %#', async (schema, value) => {
    const checked = await check(schema, value, 'json', 'body');
    expect(checked).toHaveProperty('ok', false);
    expect(JSON.stringify(checked)).toContain('body/n ');
    expect(JSON.stringify(checked)).not.toMatch(/hunter2|70031|\bpw\b/);
  });

  it('are withheld for headers', async () => {
    const schema = z.strictObject({ authorization: z.literal('Bearer s3cret') });
    const checkHeaders = (headers: object) => check(schema, headers, 'text', 'headers');
    expect(await checkHeaders({ host: 'a' })).toEqual(refused('headers/authorization is required'));
    expect(await checkHeaders({ host: 'a', authorization: 'Bearer x' })).toEqual(
      refused('headers/authorization is not valid'),
    );
    expect(await checkHeaders({ host: 'a', authorization: 'Bearer s3cret' })).toEqual(
      accepted({ authorization: 'Bearer s3cret' }),
    );
  });

  it('are told of a refusal without a reason', async () => {
    expect(
      await check(
        answering(() => ({ issues: [] })),
        'a',
      ),
    ).toEqual(refused('searchParams is not valid'));
  });
});

describe('a recursive Standard Schema', () => {
  const list: z.ZodType = z.lazy(() => z.array(list));
  const deep = Array.from({ length: 100_000 }).reduce<unknown[]>(inside => [inside], []);

  it.each([list, list.refine(async () => true)])(
    'refuses what is nested too deeply: %#',
    async schema => {
      expect(await check(schema, deep, 'json', 'body')).toEqual(
        refused('body is nested too deeply'),
      );
      expect(await check(schema, [[]], 'json', 'body')).toEqual(accepted([[]]));
    },
  );
});

describe('a Standard Schema of any library', () => {
  it('is believed only when its promise, of whatever kind, is kept', async () => {
    const foreign = runInNewContext("Promise.resolve({ issues: [{ message: 'no' }] })");
    expect(
      await check(
        answering(() => foreign),
        {},
      ),
    ).toEqual(refused('searchParams no'));
  });

  it.each([
    () => {
      throw new Error('broken');
    },
    async () => {
      throw new Error('broken');
    },
    () => undefined,
    () => ({ issues: 'no list' }),
  ])('is not believed when it breaks: %#', async validate => {
    await expect(check(answering(validate), {})).rejects.toThrow();
  });
});
