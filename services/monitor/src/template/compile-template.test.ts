import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../probe/problem.ts';
import type { Response } from '../protocol/result.ts';
import { compileTemplate, type Template, type TemplateOptions } from './compile-template.ts';
import type { Scope } from './scope.ts';

const first: Response = {
  status: 201,
  statusText: 'Created',
  time: 12.5,
  size: 40,
  headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
  data: {
    token: `a&b<c>"d'e`,
    id: 4711,
    ok: true,
    none: null,
    list: [{ name: 'zero' }, { name: 'one' }],
    'x-y': 'dashed',
    'a}}b': 'braces',
    '{{ x }}': 'template',
    'two words': 'spaced',
  },
  body: { token: 'body-token' },
  config: { url: 'http://shop/orders', method: 'POST', headers: {}, data: { n: 1 } },
};

const scope: Scope = {
  env: { TOKEN: 's3cr3t', EMPTY: '' },
  responses: [first, undefined],
  now: () => new Date('2026-01-02T03:04:05.678Z'),
  onSecret() {},
};

const request: TemplateOptions = {
  path: 'requests[2].url',
  allow: 'request',
  env: new Set(['TOKEN', 'EMPTY']),
  responses: 2,
};

function template(text: string, options = request): Template {
  const compiled = compileTemplate(text, options);
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join('; '));
  return compiled.value;
}

function problems(text: string, options = request): readonly Problem[] {
  const compiled = compileTemplate(text, options);
  return compiled.ok ? [] : compiled.problems;
}

const withData = (data: unknown): Scope => ({ ...scope, responses: [{ ...first, data }] });

describe('a request’s template', () => {
  test.each([
    ['plain text', 'plain text'],
    ['', ''],
    ['a { b } }} c', 'a { b } }} c'],
    ['{{ env.TOKEN }}', 's3cr3t'],
    ['{{env.TOKEN}}', 's3cr3t'],
    ["{{ env['TOKEN'] }}", 's3cr3t'],
    ['[{{ env.EMPTY }}]', '[]'],
    ['Bearer {{ env.TOKEN }}!', 'Bearer s3cr3t!'],
    ['{{ responses.[0].data.token }}', `a&b<c>"d'e`],
    ['https://h/?q={{ responses.[0].data.token }}', `https://h/?q=a&b<c>"d'e`],
    ['{{ responses[0].data.token }}', `a&b<c>"d'e`],
    ['{{ responses.0.data.token }}', `a&b<c>"d'e`],
    ['{{ responses.[0].body.token }}', 'body-token'],
    ['{{ responses.[0].data.list.[1].name }}', 'one'],
    ['{{ responses.[0].data.list[1].name }}', 'one'],
    ['{{ responses.[0].data.list.length }}', '2'],
    ["{{ responses.[0].data['x-y'] }}", 'dashed'],
    ['{{ responses.[0].data["x-y"] }}', 'dashed'],
    ['{{ responses.[0].data.[x-y] }}', 'dashed'],
    ['{{ responses.[0].data.x-y }}', 'dashed'],
    ["{{ responses.[0].data['a}}b'] }}", 'braces'],
    ["{{ responses.[0].data['{{ x }}'] }}", 'template'],
    ["{{ responses.[0].data['two words'] }}", 'spaced'],
    ['{{ responses.[0].headers.content-type }}', 'application/json'],
    ["{{ responses.[0].headers['X-Request-ID'] }}", 'r-1'],
    ['{{ responses.[0].status }}', '201'],
    ['{{ responses.[0].statusText }}', 'Created'],
    ['{{ responses.[0].time }}', '12.5'],
    ['{{ responses.[0].size }}', '40'],
    ['{{ responses.[0].config.method }}', 'POST'],
    ['{{ responses.[0].config.data.n }}', '1'],
    ['id={{ responses.[0].data.id }}', 'id=4711'],
    ['{{ responses.[0].data.ok }}/{{ responses.[0].data.none }}', 'true/null'],
    ['list: {{ responses.[0].data.list }}', 'list: [{"name":"zero"},{"name":"one"}]'],
    ['{"a":{"b":{{ responses.[0].data.id }}}}', '{"a":{"b":4711}}'],
    ['{{ isodate }}', '2026-01-02T03:04:05.678Z'],
    ['{{ timestamp }}', '1767323045'],
    ['{{\n  timestamp\n}}', '1767323045'],
    ['\\{{ uuid }}', '{{ uuid }}'],
    ['a \\{{ b', 'a {{ b'],
    ['C:\\\\{{ env.TOKEN }}', 'C:\\s3cr3t'],
    ['\\\\\\{{ x', '\\{{ x'],
    ['a\\b\\\\c', 'a\\b\\\\c'],
  ])('renders %j as %j', (text, rendered) => {
    expect(template(text).render(scope)).toBe(rendered);
  });

  test.each([
    ['{{ responses.[0].data.id }}', 4711],
    ['{{ responses.[0].data.ok }}', true],
    ['{{ responses.[0].data.none }}', null],
    ['{{ responses.[0].data.list }}', [{ name: 'zero' }, { name: 'one' }]],
    ['{{ responses.[0].status }}', 201],
    ['{{ timestamp }}', 1767323045],
    ['{{ env.TOKEN }}', 's3cr3t'],
    [' {{ responses.[0].data.id }}', ' 4711'],
    ['{{ responses.[0].data.id }}{{ responses.[0].data.id }}', '47114711'],
    ['plain', 'plain'],
    ['', ''],
  ])('has the value of %j in a body', (text, value) => {
    expect(template(text).value(scope)).toEqual(value);
  });

  test.each([
    '{{ responses.[0].data.absent }}',
    '{{ responses.[0].data.token.deeper }}',
    '{{ responses.[0].data.none.deeper }}',
    '{{ responses.[0].data.toString }}',
    '{{ responses.[0].data.list.map }}',
    '{{ responses.[0].headers.absent }}',
    '{{ responses.[1].status }}',
  ])('is not rendered while %j is not there', text => {
    const source = text.slice(3, -3);
    const expected = { code: 'PKT_TEMPLATE_MISSING', message: `${source} is not there` };
    expect(() => template(text).render(scope)).toThrow(expect.objectContaining(expected));
    expect(() => template(text).value(scope)).toThrow(expect.objectContaining(expected));
  });

  test('treats an env value as missing that the run does not have', () => {
    const late = template('{{ env.LATE }}', { ...request, env: undefined });
    expect(late.render({ ...scope, env: { LATE: 'here' } })).toBe('here');
    expect(() => late.render(scope)).toThrow(/env\.LATE is not there/);
  });

  test('is not rendered from a value nested too deep for JSON', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
    expect(() => template('x{{ responses.[0].data }}').render(withData(deep))).toThrow(
      expect.objectContaining({ code: 'PKT_TEMPLATE_MISSING' }),
    );
  });

  test('never reads what an object only inherits', () => {
    const data = Object.create({ token: 'inherited' });
    const text = template('{{ responses.[0].data.token }}');
    expect(() => text.render(withData(data))).toThrow(/is not there/);
  });

  test('says which responses it reads', () => {
    expect([...template('{{ responses.[1].data }} {{ responses.[0].status }}').reads]).toEqual([
      1, 0,
    ]);
    expect([...template('{{ uuid }} {{ env.TOKEN }}').reads]).toEqual([]);
  });

  test('is static exactly where it holds no expression, and then renders without a scope’s values', () => {
    expect(template('a \\{{ b')).toMatchObject({ isStatic: true, text: 'a {{ b' });
    expect(template('{{ uuid }}').isStatic).toBe(false);
  });

  test('tells of every text and number it takes from env and responses', () => {
    const told: string[] = [];
    const listening = { ...scope, onSecret: (value: string) => told.push(value) };
    template('{{ env.TOKEN }} {{ responses.[0].data.id }} {{ uuid }}').render(listening);
    template('{{ responses.[0].data.list }}').value(listening);
    expect(told.toSorted()).toEqual(['4711', 'one', 's3cr3t', 'zero']);
  });

  test('leaves any text without double braces as it is', () => {
    const text = fc.string({ unit: 'binary' }).filter(candidate => !candidate.includes('{{'));
    fc.assert(
      fc.property(text, candidate => {
        expect(template(candidate).render(scope)).toBe(candidate);
      }),
    );
  });

  test('gives any JSON value back unchanged', () => {
    const whole = template('{{ responses.[0].data.value }}');
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(whole.value(withData({ value }))).toEqual(value);
      }),
    );
  });

  test('writes any JSON value but a string as JSON inside a text', () => {
    const within = template('<{{ responses.[0].data.value }}>');
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const text = within.render(withData({ value })).slice(1, -1);
        expect(text).toBe(typeof value === 'string' ? value : JSON.stringify(value));
      }),
    );
  });

  test('reads any key through quotes', () => {
    const key = fc
      .string({ unit: 'binary' })
      .filter(candidate => !/["]|^(__proto__|constructor|prototype)$/.test(candidate));
    fc.assert(
      fc.property(key, candidate => {
        const quoted = template(`{{ responses.[0].data["${candidate}"] }}`);
        expect(quoted.render(withData({ [candidate]: 'found' }))).toBe('found');
      }),
    );
  });

  test('compiles or is refused with problems, whatever it holds, and never throws', () => {
    const pieces = ['{{', '}}', '{', '}', "'", '"', '\\', '[', ']', '.', ' ', 'uuid', 'env', '0'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), words => {
        const compiled = compileTemplate(words.join(''), request);
        if (!compiled.ok) expect(compiled.problems.length).toBeGreaterThan(0);
      }),
    );
  });

  test('takes a text of a megabyte, closed or not', () => {
    expect(template('\\'.repeat(1_000_000)).render(scope)).toHaveLength(1_000_000);
    const filler = 'x'.repeat(1_000_000);
    expect(template(`${filler}{{ env.TOKEN }}`).render(scope)).toHaveLength(1_000_006);
    expect(problems(`{{ ${filler}`)).toHaveLength(1);
    expect(problems(`{{ '${filler}`)).toHaveLength(1);
  });
});
