import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { validate } from '../probe/validate.ts';
import { compileTemplate } from './compile-template.ts';
import { fakeData } from './fake-data.ts';
import type { Scope } from './scope.ts';

const page = await readFile(new URL('../../../../docs/templates.md', import.meta.url), 'utf8');

const Sample = Type.Object({
  env: Type.Record(Type.String(), Type.String()),
  response: Type.Object({
    status: Type.Number(),
    headers: Type.Record(Type.String(), Type.String()),
    body: Type.Unknown(),
  }),
});

/** What the page says the templates of a second request can read. */
const scope = sampleScope();
const options = {
  path: 'url',
  allow: 'request',
  env: new Set(Object.keys(scope.env)),
  responses: 1,
} as const;

test.each(rowsOf('Names').filter(([text]) => text.includes('{{')))(
  '`%s` gives %s',
  (text, said) => {
    const compiled = compileTemplate(text, options);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    expect(compiled.value.render(scope)).toBe(said);
  },
);

test.each(rowsOf('Mistakes'))('`%s` is refused: %s', (text, said) => {
  expect(compileTemplate(text, options)).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining(said) }],
  });
});

test('the page has every expression of fake data with its arguments, and no other', () => {
  const known = Array.from(fakeData, ([name, { parameters }]) =>
    [name, ...parameters.map(parameter => `<${parameter}>`)].join(' '),
  );
  expect(rowsOf('Fake data').map(([text]) => text)).toEqual(known);
});

/** The first two cells of each row of a section's tables that begins with code. */
function rowsOf(heading: string): [string, string][] {
  const section = page.split('\n## ').find(part => part.startsWith(`${heading}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| `(.+?)` \| (.+?) \|/gm)];
  if (rows.length === 0) throw new Error(`docs/templates.md has no table under ${heading}`);
  return rows.map(([, text = '', said = '']) => [text, said]);
}

function sampleScope(): Scope {
  const [, json = ''] = /```json\n(.+?)```/s.exec(page) ?? [];
  const sample = validate(Sample, JSON.parse(json));
  if (!sample.ok) throw new Error(JSON.stringify(sample.problems));
  const { env, response } = sample.value;
  const config = { url: 'http://shop.test/', method: 'POST', headers: {}, data: undefined };
  return {
    env,
    responses: [{ ...response, data: response.body, statusText: 'Created', time: 12, config }],
    now: () => new Date(0),
    onSecret: () => undefined,
  };
}
