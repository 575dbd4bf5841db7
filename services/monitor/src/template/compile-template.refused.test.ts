import { describe, expect, test } from 'vitest';
import type { Problem } from '../probe/problem.ts';
import { compileTemplate, type TemplateOptions } from './compile-template.ts';

const request: TemplateOptions = {
  path: 'requests[2].url',
  allow: 'request',
  env: new Set(['TOKEN', 'EMPTY']),
  responses: 2,
};
const message: TemplateOptions = { ...request, path: 'alerts[0].message', allow: 'message' };

function problems(text: string, options = request): readonly Problem[] {
  const compiled = compileTemplate(text, options);
  return compiled.ok ? [] : compiled.problems;
}

describe('a request’s template is refused', () => {
  test.each([
    ['{{ nubmer }}', 'unknown name `nubmer`', 'did you mean "number"?'],
    ['{{ UUID }}', 'unknown name `UUID`', 'did you mean "uuid"?'],
    ['{{ respons.[0].data }}', 'unknown name `respons`', 'did you mean "responses"?'],
    ['{{ toString }}', 'unknown name `toString`', 'the names are'],
    ['{{ #if env.TOKEN }}', 'unknown name `#if`', 'the names are'],
    ['{{ uuid 4 }}', '`uuid` takes no arguments, not 1', '{{ uuid }}'],
    ['{{ alpha 1 2 }}', '`alpha` takes at most 1 argument, not 2', '{{ alpha <count> }}'],
    ['{{ number 1 2 3 }}', '`number` takes at most 2 arguments, not 3', '<min> <max>'],
    ['{{ alpha many }}', '`alpha`: count must be a whole number from 1 to 10000, not many', ''],
    ['{{ alpha 0 }}', 'from 1 to 10000, not 0', ''],
    ['{{ alpha -1 }}', 'not -1', ''],
    ['{{ alphaNumeric 10001 }}', 'not 10001', ''],
    ['{{ words 1.5 }}', 'not 1.5', ''],
    ['{{ lines 1001 }}', 'lineCount must be a whole number from 1 to 1000, not 1001', ''],
    ['{{ number 1.5 }}', 'min must be a whole number', ''],
    ['{{ number 0 1e3 }}', 'max must be a whole number', ''],
    ['{{ number 5000 }}', 'min (5000) is greater than max (1000)', ''],
    ['{{ number 2 1 }}', 'min (2) is greater than max (1)', ''],
    ['{{ number 0 9007199254740992 }}', 'max must be a whole number', ''],
    ['{{ latitude -91 }}', 'min must be a number from -90 to 90, not -91', ''],
    ['{{ latitude 1 91 }}', 'max must be a number from -90 to 90, not 91', ''],
    ['{{ longitude -181 0 }}', 'min must be a number from -180 to 180', ''],
    ['{{ gender yes }}', 'binary must be true or false, not yes', ''],
    ['{{ uuid.v4 }}', '`uuid` holds no `v4`', ''],
    ['{{ env }}', '`env` takes one name', '{{ env.NAME }}'],
    ['{{ env.TOKEN.x }}', '`env` takes one name', ''],
    ['{{ env.TOKENS }}', '`env` has no `TOKENS`', 'did you mean "TOKEN"?'],
    ['{{ env.QQQQQQ }}', '`env` has no `QQQQQQ`', 'add it to the `env` of the probe'],
    ['{{ env.TOKEN 1 }}', '`env` takes no arguments', ''],
    ['{{ responses }}', '`responses` takes the index', 'responses.[0].data.id'],
    ['{{ responses.data }}', '`responses` takes the index', ''],
    ['{{ responses.[-1].data }}', '`responses` takes the index', ''],
    ['{{ responses.[01].data }}', '`responses` takes the index', ''],
    ['{{ responses.[2].data }}', 'not the response of an earlier request', '`responses.[1]`'],
    ['{{ responses.[0] }}', '`responses.[0]` needs a field', 'status, statusText'],
    ['{{ responses.[0].dta }}', 'a response has no `dta`', 'did you mean "data"?'],
    ['{{ responses.[0].status.code }}', '`responses.[0].status` holds no `code`', ''],
    ['{{ responses.[0].headers.a.b }}', '`responses.[0].headers` holds no `b`', ''],
    ['{{ response.status }}', 'only be read in the message of an alert', '`responses.[0]`'],
    ['{{ probe.name }}', 'only be read in the message', ''],
    ['{{ alert.name }}', 'only be read in the message', ''],
    ['{{ }}', 'holds no expression', 'write `\\{{`'],
    ['{{}}', 'holds no expression', ''],
    ['{{ uuid', '`{{ uuid` is not closed by `}}`', 'write `\\{{`'],
    ['{{', '`{{` is not closed', ''],
    ['{{ uuid }', 'is not closed', ''],
    ['{{ a {{ uuid }}', '`{{ a {{ uuid` is not closed', ''],
    ['{{{ uuid }}}', '`{{{` is not an expression', 'write two braces'],
    ['{{ (uuid) }}', '`{{ (uuid) }}` is not an expression', 'such as'],
    ["{{ responses.[0].data['x }}", 'is not an expression', ''],
    ['{{ responses.[0]..data }}', 'is not an expression', ''],
    ["{{ it's }}", 'is not an expression', ''],
  ])('for %j', (text, said, hinted) => {
    const [problem, ...others] = problems(text);
    expect(others).toEqual([]);
    expect(problem?.path).toBe('requests[2].url');
    expect(problem?.message).toContain(said);
    expect(problem?.hint ?? '').toContain(hinted);
  });

  test.each(['constructor', '__proto__', 'prototype'])('for %s, wherever it stands', key => {
    const texts = [
      `{{ ${key} }}`,
      `{{ env.${key} }}`,
      `{{ env['${key}'] }}`,
      `{{ responses.${key} }}`,
      `{{ responses.[0].${key} }}`,
      `{{ responses.[0].data.${key} }}`,
      `{{ responses.[0].data.[${key}] }}`,
      `{{ responses.[0].data["${key}"].name }}`,
      `{{ responses.[0].headers.${key} }}`,
      `{{ response.body.a.${key} }}`,
    ];
    for (const options of [request, message, { ...request, env: undefined }]) {
      for (const text of texts) {
        expect(problems(text, options)).toEqual([
          {
            path: options.path,
            message: `\`${key}\` cannot be read`,
            hint: 'it leads out of the data',
          },
        ]);
      }
    }
  });

  test('with all its problems at once', () => {
    expect(problems('{{ a }} {{ env.X }} {{ uuid }} {{ alpha x }} {{').map(p => p.message)).toEqual(
      [
        'unknown name `a`',
        '`env` has no `X`',
        '`alpha`: count must be a whole number from 1 to 10000, not x',
        '`{{` is not closed by `}}`',
      ],
    );
  });

  test('for any response where no request comes before', () => {
    const [problem] = problems('{{ responses.[0].data }}', { ...request, responses: 0 });
    expect(problem?.hint).toBe('no request comes before this one');
  });
});
