import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { Type } from 'typebox';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseResponse } from './parse-response.ts';

const at = Type.Codec(Type.String({ format: 'date-time' }))
  .Decode(text => new Date(text))
  .Encode(date => date.toISOString());

describe('parseResponse', () => {
  it('resolves with what the schema makes of a body, which stays as it was', async () => {
    const schema = Type.Object({ at, n: Type.Integer({ default: 1 }) });
    const body = Object.freeze({ at: '2026-01-01T00:00:00Z' });
    expect(await parseResponse(schema, body)).toEqual({ at: new Date('2026-01-01'), n: 1 });
    expect(await parseResponse(schema, body)).toEqual({ at: new Date('2026-01-01'), n: 1 });
  });

  it('resolves with the body itself where there is nothing to make', async () => {
    const body = { n: 1 };
    expect(await parseResponse(Type.Object({ n: Type.Integer() }), body)).toBe(body);
  });

  it('coerces nothing', async () => {
    await expect(parseResponse(Type.Object({ n: Type.Integer() }), { n: '1' })).rejects.toThrow(
      'response/n must be integer',
    );
  });

  it('takes no body where the schema is of none', async () => {
    expect(await parseResponse(Type.Undefined(), undefined)).toBeUndefined();
    await expect(parseResponse(Type.Object({}), undefined)).rejects.toThrow(
      'response must be object',
    );
  });

  it.each([
    [Type.Array(Type.Integer()), 'response/7 must be integer, and 12 more'],
    [z.array(z.int()), 'response/7 Invalid input: expected number, received string, and 12 more'],
  ])('tells 8 problems and how many more there are: %#', async (schema, end) => {
    const body = Array.from({ length: 20 }, () => 'x');
    const failure = await parseResponse(schema, body).catch((error: Error) => error.message);
    expect(failure).toMatch(/^response\/0 /);
    expect(failure).toContain(end);
    expect(failure).not.toContain('response/8 ');
  });

  it('rejects what a codec can’t decode, and what is nested too deeply', async () => {
    const url = Type.Codec(Type.String())
      .Decode(text => new URL(text))
      .Encode(String);
    await expect(parseResponse(Type.Object({ url }), { url: 'x' })).rejects.toThrow(
      'response/url is not valid',
    );
    const list = Type.Cyclic({ List: Type.Array(Type.Ref('List')) }, 'List');
    const deep = Array.from({ length: 100_000 }).reduce<unknown[]>(inside => [inside], []);
    await expect(parseResponse(list, deep)).rejects.toThrow('response is nested too deeply');
  });

  it('decodes the alternative of a union that the body fits', async () => {
    const schema = Type.Cyclic(
      { Event: Type.Union([Type.Integer(), at, Type.Array(Type.Ref('Event'))]) },
      'Event',
    );
    expect(await parseResponse(schema, [1, '2026-01-01T00:00:00Z'])).toEqual([
      1,
      new Date('2026-01-01'),
    ]);
  });

  it('takes any Standard Schema', async () => {
    expect(await parseResponse(z.object({ at: z.coerce.date() }), { at: 0 })).toEqual({
      at: new Date(0),
    });
    expect(
      await parseResponse(
        v.pipeAsync(
          v.number(),
          v.transformAsync(async n => n + 1),
        ),
        1,
      ),
    ).toBe(2);
    await expect(parseResponse(v.object({ n: v.number() }), { n: 'secret' })).rejects.toThrow(
      /^response\/n Invalid type: Expected number$/,
    );
  });
});

describe('parseResponse in a browser', () => {
  it('needs neither Node nor leave to make code at run time', async () => {
    const source = `
      import { Type } from 'typebox';
      import { parseResponse } from './parse-response.ts';
      const at = Type.Codec(Type.String()).Decode(text => text.length).Encode(String);
      const schema = Type.Object({ at: Type.Union([Type.Null(), at]), n: Type.Integer({ default: 1 }) });
      outcome = Promise.all([
        parseResponse(schema, { at: 'four' }),
        parseResponse(schema, { n: 'x' }).catch(error => error.message),
      ]).then(JSON.stringify);`;
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
      bundle: true,
      platform: 'browser',
      write: false,
    });
    const page = { URL, TextEncoder, structuredClone, outcome: undefined };
    const noEval = { codeGeneration: { strings: false, wasm: false } };
    runInContext(outputFiles[0]?.text ?? '', createContext(page, noEval));
    expect(JSON.parse(String(await page.outcome))).toEqual([
      { at: 4, n: 1 },
      "response must have required property 'at', response/n must be integer",
    ]);
  });
});
