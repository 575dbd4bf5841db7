import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { validate } from '../probe/validate.ts';
import type { Response } from '../protocol/result.ts';
import { compileAssertion } from './compile.ts';
import { functions } from './functions.ts';
import { fields } from './path.ts';

const page = await readFile(new URL('../../../../docs/assertions.md', import.meta.url), 'utf8');

const Sample = Type.Object({
  status: Type.Number(),
  statusText: Type.String(),
  time: Type.Number(),
  size: Type.Number(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Unknown(),
});

/** The response that the page shows. */
const response = sampleResponse();
const rows = [...page.matchAll(/^\| `(.+?)` \| (.+?) \|/gm)].map(
  ([, text = '', said = '']) => [text, said] as const,
);
const outcomes = rows.filter(([, said]) => /^(true|false|unknown)$/.test(said));
const mistakes = [...section('Mistakes').matchAll(/^\| `(.+?)` \| (.+?) \|/gm)].map(
  ([, text = '', said = '']) => [text, said] as const,
);

test.each(outcomes.filter(([text]) => text.includes(' ') || text.includes('(')))(
  '`%s` is %s',
  (text, said) => {
    const compiled = compileAssertion(text, 'assertion');
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    expect(`${compiled.value.evaluate(response)}`).toBe(said);
  },
);

test.each(mistakes)('`%s` is refused: %s', (text, said) => {
  const compiled = compileAssertion(text, 'assertion');
  expect(compiled).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining(said) }],
  });
});

test('the page has the examples this test looks for', () => {
  expect([outcomes.length > 20, mistakes.length > 5]).toEqual([true, true]);
});

test('the page names every function and every field of the response', () => {
  for (const name of functions.keys()) expect(section('Functions')).toContain(`\`${name}(`);
  for (const name of fields) expect(section('Names')).toContain(`\`response.${name}\``);
});

function section(heading: string): string {
  return page.split('\n## ').find(part => part.startsWith(`${heading}\n`)) ?? '';
}

function sampleResponse(): Response {
  const [, json = ''] = /```json\n(.+?)```/s.exec(page) ?? [];
  const sample = validate(Sample, JSON.parse(json));
  if (!sample.ok) throw new Error(JSON.stringify(sample.problems));
  const config = { url: 'http://shop.test/', method: 'GET', headers: {}, data: undefined };
  return { ...sample.value, data: sample.value.body, config };
}
