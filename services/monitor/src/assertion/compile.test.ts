import { describe, expect, it, vi } from 'vitest';
import type { Response } from '../protocol/result.ts';
import { compileAssertion } from './compile.ts';

const config = {
  url: 'http://shop.test/health',
  method: 'POST',
  headers: { 'X-Trace': 'abc' },
  data: { user: 'eve' },
};
const body = {
  ok: true,
  count: 5,
  name: 'shop',
  code: '200',
  nothing: null,
  empty: '',
  none: [],
  tags: ['a', 'b'],
  items: [{ id: 7 }, { id: 8 }],
  'content-type': 'odd',
  nested: { 'a.b': 1, a: { c: 2 } },
  not: 1,
};
const headers = { 'content-type': 'application/json', 'x-note': `it's "so"` };
/** 200 with a JSON body. */
const json: Response = {
  status: 200,
  statusText: 'OK',
  time: 120,
  size: 512,
  headers,
  body,
  data: body,
  config,
};
/** An error page where JSON is expected. */
const html: Response = {
  ...json,
  status: 502,
  body: '<html>Bad Gateway',
  data: '<html>Bad Gateway',
};
/** Connection refused: no answer at all. */
const refused: Response = { status: 2, statusText: 'Connection refused', time: 3, config };

type Case = readonly [text: string, response: Response, expected: boolean | 'unknown'];

const grammar: Readonly<Record<string, readonly Case[]>> = {
  'names of the response': [
    ['response.status == 200', json, true],
    ['response.statusText == "OK"', json, true],
    ['response.time > 100', json, true],
    ['response.size == 512', json, true],
    ['response.body.name == "shop"', json, true],
    ['response.data.name == "shop"', json, true],
    ['response.body == "<html>Bad Gateway"', html, true],
    ['response.config.url == "http://shop.test/health"', json, true],
    ['response.config.method == "POST"', json, true],
    ['response.config.data.user == "eve"', json, true],
  ],
  'members, by dot, by bracket and by `of`': [
    ['response.body.items[0].id == 7', json, true],
    ['response.body.items[ 1 ]["id"] == 8', json, true],
    ["response.body['items'][1].id == 8", json, true],
    ['c of a of nested of response.body == 2', json, true],
    ["'content-type' of response.body == 'odd'", json, true],
    ['response.body.nested["a.b"] == 1', json, true],
    ['response.body.not == 1', json, true],
    ['response.body.items.length == 2', json, true],
    ['response["status"] == 200', json, true],
  ],
  'headers, whatever the case of their name': [
    ["response.headers['content-type'] == 'application/json'", json, true],
    ['response.headers["Content-Type"] == "application/json"', json, true],
    ['"CONTENT-TYPE" of response.headers == "application/json"', json, true],
    ['response.config.headers["x-trace"] == "abc"', json, true],
    ['has(response.headers, "Content-Type")', json, true],
    ['has(response.config.headers, "x-trace")', json, true],
    ['has(response.headers, "x-other")', json, false],
  ],
  'text in either quotes, with escapes': [
    [`response.headers["x-note"] == "it's \\"so\\""`, json, true],
    [`response.headers["x-note"] == 'it\\'s "so"'`, json, true],
    ['"a\\\\b" == "a\\b"', json, true],
    ['"\\n" == "\n"', json, true],
    ['"" == \'\'', json, true],
  ],
  numbers: [
    ['response.time >= 120.0', json, true],
    ['-1 < 0 and 1 - -1 == 2', json, true],
    ['response.body.count > -5', json, true],
    ['010 == 10', json, true],
  ],
  constants: [
    ['true', json, true],
    ['false', json, false],
    ['null == null', json, true],
  ],
  'and, or, not in filtrex’s words and in symbols': [
    ['response.status == 200 and response.time < 50', json, false],
    ['response.status == 200 && response.time < 500', json, true],
    ['response.status == 500 or response.time < 500', json, true],
    ['response.status == 500 || response.time < 50', json, false],
    ['not (response.status == 500)', json, true],
    ['not(response.status == 500)', json, true],
    ['!(response.status == 500)', json, true],
    ['!response.body.ok', json, false],
    ['!!response.body.ok', json, true],
    ['true or true and false', json, true],
    ['(true or true) and false', json, false],
    ['not true or true', json, true],
  ],
  'comparison, also chained': [
    ['response.status != 200', json, false],
    ['response.status < 200', json, false],
    ['response.status <= 200', json, true],
    ['response.status >= 201', json, false],
    ['200 <= response.status < 300', json, true],
    ['200 <= response.status < 300', html, false],
    ['1 == 1 != 2', json, true],
  ],
  arithmetic: [
    ['1 + 2 * 3 - 4 / 2 == 5', json, true],
    ['2 ^ 3 ^ 2 == 512', json, true],
    ['response.body.count mod 2 == 1', json, true],
    ['response.body.count % 2 == 1', json, true],
    ['-1 mod 3 == 2', json, true],
    ['"id-" + response.body.count == "id-5"', json, true],
    ['response.body.count / 0 > 1', json, true],
    ['(response.body.count - 5) / 0 > 1', json, 'unknown'],
    ['sqrt(response.time - 200) > 1', json, 'unknown'],
    ['sqrt(response.time + 24) == 12', json, true],
  ],
  'membership of a list': [
    ['response.status in (200, 201)', json, true],
    ['response.status not in (200, 201)', json, false],
    ['"a" in response.body.tags', json, true],
    ['("a", "b") in response.body.tags', json, true],
    ['("a", "c") in response.body.tags', json, false],
    ['response.body.name in ("shop")', json, true],
    ['response.body.missing in (1, 2)', json, 'unknown'],
  ],
  'patterns, linear in time': [
    ['response.headers["content-type"] ~= "json$"', json, true],
    ['response.body.name ~= "^s.{2}p$"', json, true],
    ['response.body.code ~= "^\\d+$"', json, true],
    ['response.body.code ~= "^\\\\d+$"', json, true],
    ['response.body.name ~= "(?i)SHOP"', json, true],
    ['not (response.body.name ~= "error|fail")', json, true],
    ['response.body ~= "Gateway" and response.status == 502', html, true],
    ['response.body.count ~= "5"', json, 'unknown'],
    ['response.body ~= "(a+)+$"', { ...json, body: `${'a'.repeat(28)}!` }, false],
    [
      'response.body ~= "[a-m][a-z]{900}[0-9]"',
      { ...json, body: 'a'.repeat(1_000_000) },
      'unknown',
    ],
  ],
  'conditions, in filtrex’s words and as ? :': [
    ['if response.status == 200 then response.body.ok else true', json, true],
    ['if response.status == 200 then response.body.ok else true', refused, true],
    ['response.status == 200 ? response.body.count > 9 : true', json, false],
    ['false ? false : false ? false : true', json, true],
    ['true ? true ? false : true : true', json, false],
    ['true and (false ? false : true)', json, true],
    ['(response.status == 200 ? 1 : 2) == 1', json, true],
    ['false or response.status == 200 ? true : false', json, true],
  ],
  'functions about presence, which accept a missing path': [
    ['exists(response.body.name)', json, true],
    ['exists(response.body.missing)', json, false],
    ['exists(response.body.nothing)', json, false],
    ['exists(response.body.missing.deeper[3].x)', json, false],
    ['exists(response.body.name)', html, false],
    ['exists(response.body.name)', refused, false],
    ['exists(response.headers.etag)', refused, false],
    ['has(response.body, "nothing")', json, true],
    ['has(response.body, "missing")', json, false],
    ['has(response.body, "nested.a.c")', json, true],
    ['has(response.body.nested, "a.b")', json, true],
    ['has(response.body, "toString")', json, false],
    ['has(response.body, "constructor")', json, false],
    ['has(response.body, "name")', html, false],
    ['has(response.body, "name")', refused, false],
    ['isEmpty(response.body.empty) and empty(response.body.empty)', json, true],
    ['isEmpty(response.body.none)', json, true],
    ['isEmpty(response.body.nothing)', json, true],
    ['isEmpty(response.body.missing)', json, true],
    ['isEmpty(response.body.tags)', json, false],
    ['isEmpty(response.body.count)', json, false],
    ['isEmpty(response.body)', refused, true],
  ],
  'functions of text, lists and numbers': [
    ['size(response.body.tags) == 2', json, true],
    ['size(response.body.name) == 4', json, true],
    ['size(response.body.nested) == 2', json, true],
    ['size(response.body.count) == 1', json, 'unknown'],
    ['lowerCase(response.statusText) == "ok"', json, true],
    ['upperCase(response.body.name) == "SHOP"', json, true],
    ['startsWith(response.body.name, "sh")', json, true],
    ['endsWith(response.body.name, "sh")', json, false],
    ['includes(response.body.name, "ho")', json, true],
    ['includes(response.body.tags, "b")', json, true],
    ['includes(response.body.count, 5)', json, 'unknown'],
    ['abs(-2) + ceil(1.2) + floor(1.8) + round(1.5) == 7', json, true],
    ['sqrt(9) + log2(8) + log10(100) + log(1) == 8', json, true],
    ['max(1, response.body.count, 3) - min(4, 2) == 3', json, true],
    ['max(response.body.name, 1) > 0', json, 'unknown'],
  ],
  'equality never converts: other types are different, null is a value': [
    ['response.body.ok == true', json, true],
    ['response.body.ok != true', json, false],
    ['response.body.name != true', json, true],
    ['response.body.count == 5', json, true],
    ['response.body.code == 200', json, false],
    ['response.body.code == "200"', json, true],
    ['response.body.count != "5"', json, true],
    ['response.body.nothing == null', json, true],
    ['response.body.name == null', json, false],
    ['response.body.missing == null', json, 'unknown'],
    ['response.body.nested != "ok"', json, true],
    ['response.body.nested != null', json, true],
    ['response.body.tags == ("a", "b")', json, 'unknown'],
    ['response.body.nested == response.body.items', json, 'unknown'],
  ],
  'order and conditions take no other type': [
    ['response.body.name > 3', json, 'unknown'],
    ['response.body.code > 100', json, 'unknown'],
    ['response.body.nothing < 3', json, 'unknown'],
    ['response.body.none < 3', json, 'unknown'],
    ['response.body.count and true', json, 'unknown'],
    ['not response.body.name', json, 'unknown'],
  ],
  'the whole is true or false': [
    ['response.body.ok', json, true],
    ['response.body.name', json, 'unknown'],
    ['response.body.count', json, 'unknown'],
    ['response.body.nothing', json, 'unknown'],
  ],
  'unknown where something is not there': [
    ['response.body.missing > 1', json, 'unknown'],
    ['response.body.items[9].id == 1', json, 'unknown'],
    ['response.body.name.length == 4', json, 'unknown'],
    ['response.body.toString == null', json, 'unknown'],
    ['response.body.ok != true', html, 'unknown'],
    ['response.body.ok != true', refused, 'unknown'],
    ['response.headers["content-type"] != "text/html"', refused, 'unknown'],
    ['response.headers.etag == "1"', json, 'unknown'],
    ['response.size > 1', refused, 'unknown'],
  ],
  'a short circuit passes by what is not there': [
    ['response.status != 200 or response.body.count > 9', refused, true],
    ['response.status != 200 or response.body.count > 9', html, true],
    ['response.status != 200 or response.body.count > 9', json, false],
    ['response.status == 200 and response.body.count > 9', refused, false],
    ['response.body.count > 9 or response.status != 200', refused, 'unknown'],
    ['exists(response.body.missing) and response.body.missing > 3', json, false],
    ['response.status < 200 or response.status > 299', refused, true],
    ['response.status < 200 or response.status > 299', html, true],
    ['response.status < 200 or response.status > 299', json, false],
  ],
};

describe.each(Object.entries(grammar))('%s', (_, cases) => {
  it.each(cases)('%s', (text, response, expected) => {
    const compiled = compileAssertion(text, 'assertion');
    expect(compiled).toHaveProperty('ok', true);
    if (compiled.ok) expect(compiled.value.evaluate(response)).toBe(expected);
  });
});

type Refusal = readonly [text: string, message: string, hint?: string];

const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  'unknown names': [
    ['respons.status == 1', 'unknown name "respons" (column 1)', 'did you mean "response"?'],
    ['status == 200', 'unknown name "status" (column 1)', 'did you mean "response.status"?'],
    [
      'response.stauts == 200',
      'unknown name "response.stauts" (column 1)',
      'did you mean "response.status"?',
    ],
    [
      'response.config.uri == "x"',
      'unknown name "response.config.uri" (column 1)',
      'did you mean "response.config.url"?',
    ],
    ['True == true', 'unknown name "True" (column 1)', 'did you mean "true"?'],
    ['response.statusText == banana', 'unknown name "banana" (column 24)', 'text goes in quotes'],
    [
      'response.headers.content-type == "x"',
      'unknown name "type" (column 26)',
      'a name with a hyphen goes in brackets: response.headers["content-type"]',
    ],
    ['true\nand respons == 1', 'unknown name "respons" (line 2, column 5)'],
    ['response == 200', '"response" is no value by itself (column 1)'],
    ['response.status.x == 1', 'response.status is a single value and has no members (column 1)'],
    ['true.x == 1', 'unknown name "true.x" (column 1)'],
    ['a.b of response.body == 1', 'unknown name "a" (column 1)'],
    ['process.exit == 1', 'unknown name "process" (column 1)'],
    ['globalThis == null', 'unknown name "globalThis" (column 1)'],
  ],
  'ways out of the data': [
    ['response.body.constructor == 1', '"constructor" cannot be read (column 1)'],
    ['response.body["__proto__"].x == 1', '"__proto__" cannot be read (column 1)'],
    ['prototype of response.body == 1', '"prototype" cannot be read (column 1)'],
    ['response.constructor == 1', '"constructor" cannot be read (column 1)'],
    ['constructor("x") == 1', 'unknown function "constructor" (column 1)'],
    ['$hasHeader(response.headers, "x")', 'unknown function "$hasHeader" (column 1)'],
  ],
  'unknown functions and wrong arguments, also where they would not be reached': [
    ['true or nope(1)', 'unknown function "nope" (column 9)'],
    ['size.of(response.body) == 1', 'unknown function "size.of" (column 1)'],
    [
      'lowercase("A") == "a"',
      'unknown function "lowercase" (column 1)',
      'did you mean "lowerCase"?',
    ],
    ['size() == 1', '"size" takes 1 argument, not 0 (column 1)'],
    ['includes("a") == true', '"includes" takes 2 arguments, not 1 (column 1)'],
    ['max() == 1', '"max" takes at least 1 argument, not 0 (column 1)'],
    ['size((1, 2), max(1, 2)) == 1', '"size" takes 1 argument, not 2 (column 1)'],
    [
      'response.body.includes("x")',
      'unexpected "(" (column 23)',
      'functions take the value: includes(response.body, "ok")',
    ],
  ],
  'operators of other languages': [
    ['response.status = 200', 'unknown operator = (column 17)', 'write == to compare'],
    ['response.status === 200', 'unknown operator === (column 17)', 'write =='],
    ['response.status !== 200', 'unknown operator !== (column 17)', 'write !='],
    ['response.status <> 200', 'unknown operator <> (column 17)', 'write !='],
    ['true & false', 'unknown operator & (column 6)', 'write && or and'],
    ['true; false', 'unexpected ";" (column 5)'],
    ['`a` == "a"', 'unexpected "`" (column 1)'],
  ],
  'incomplete and misplaced parts': [
    ['', 'the assertion is empty'],
    ['response.status ==', 'the assertion ends where a value is missing (column 19)'],
    ['== 200', 'a value is missing before "==" (column 1)'],
    ['response.status 200', 'unexpected "200" (column 17)'],
    ['(1 == 1', '")" is missing after "(": the assertion ends (column 8)'],
    ['1 == 1)', 'unexpected ")" (column 7)', 'it closes nothing'],
    ['() == 1', 'a value is missing before ")" (column 2)'],
    ['true, false', 'unexpected "," (column 5)'],
    ['true ? true', '":" is missing after "?": the assertion ends (column 12)'],
    ['true : false', 'unexpected ":" (column 6)'],
    ['if true then true', '"else" is missing after "if": the assertion ends (column 18)'],
    ['1 not (1, 2)', '"in" is missing after "not": found "(" (column 7)'],
    ['a of b', 'unexpected "of" (column 3)', 'of reads a member of a path: name of response.body'],
    ['"open == 1', 'the text that begins with " is never closed (column 1)'],
    ['1e3 == 1000', '"1e3" is not a number (column 1)', 'write it as 1500 or 0.5'],
    ['response.body.items[-1] == 1', '"[" begins no member (column 20)'],
    ['response.body.items[response.status] == 1', '"[" begins no member (column 20)'],
    ['response.body..x == 1', '"." begins no member (column 14)'],
  ],
  'a not that its author means for the comparison': [
    [
      'not response.status == 200',
      '"not" applies to the value before "==", not to the comparison (column 21)',
      'write not (a == b)',
    ],
    [
      '!response.body.tags in ("a")',
      '"not" applies to the value before "in", not to the comparison (column 21)',
    ],
  ],
  'patterns that cannot be': [
    [
      'response.body ~= "(?=x)"',
      'the pattern cannot be used: invalid or unsupported Perl syntax: (?= (column 18)',
      'patterns are RE2, without look-around and back references',
    ],
    ['response.body ~= "("', 'the pattern cannot be used: missing closing ): ( (column 18)'],
    [
      'response.body ~= "(a{90}){10}(b{90}){10}"',
      'the pattern is too large (column 18)',
      'repeat fewer times',
    ],
    [
      'response.body ~= response.statusText',
      'a pattern is one text in quotes and ends the comparison (column 18)',
    ],
    ['"a" ~= "a" + "b"', 'a pattern is one text in quotes and ends the comparison (column 12)'],
    ['"a" ~= "a" == true', 'a pattern is one text in quotes and ends the comparison (column 12)'],
  ],
  'types that never fit': [
    ['response.status == "200"', 'a number is never equal to text'],
    ['response.headers.age == 5', 'text is never equal to a number'],
    ['response.statusText > 1', '> needs a number, but gets text'],
    ['response.headers.age > 5', '> needs a number, but gets text'],
    ['response.status == 503 and response.statusText > 1', '> needs a number, but gets text'],
    ['startsWith(response.status, "2")', 'startsWith needs text, but gets a number'],
    ['response.status', 'the assertion gives a number instead of true or false'],
    ['"text"', 'the assertion gives text instead of true or false'],
    ['(1, 2)', 'the assertion gives a list instead of true or false'],
    ['null', 'the assertion gives null instead of true or false'],
    ['response.status and true', 'and, or, not and if take true or false'],
  ],
  'what is too long or too deep': [
    [`true or "${'x'.repeat(4096)}" == ""`, 'the assertion is longer than 4096 characters'],
    [
      `true${' or true'.repeat(250)}`,
      'the assertion has more than 500 names, values and operators',
    ],
    [`${'('.repeat(200)}true${')'.repeat(200)}`, 'more than 64 levels of nesting (column 65)'],
  ],
};

describe.each(Object.entries(refusals))('refuses %s', (_, cases) => {
  const rows = cases.map(([text, message, hint]) => ({ text, message, hint }));
  it.each(rows)('$text', ({ text, message, hint }) => {
    const compiled = compileAssertion(text, '');
    const problems = compiled.ok ? [] : compiled.problems;
    const problem = problems.find(found => found.message.includes(message));
    expect(problem ?? problems).toHaveProperty('message');
    if (hint !== undefined) expect(problem).toHaveProperty('hint', hint);
  });
});

describe('compileAssertion', () => {
  it('tells of every unknown name at once, each with the path it was given', () => {
    const compiled = compileAssertion('foo == 1 or bar(2) or response.sttus == 3', 'a.b');
    expect(compiled).toMatchObject({
      ok: false,
      problems: [
        { path: 'a.b', message: 'unknown name "foo" (column 1)' },
        { path: 'a.b', message: 'unknown function "bar" (column 13)' },
        { path: 'a.b', message: 'unknown name "response.sttus" (column 23)' },
      ],
    });
  });

  it('keeps the text as it was written', () => {
    const text = ' response.status  == 200 ';
    expect(compileAssertion(text, '')).toMatchObject({ ok: true, value: { text } });
  });

  it('never reads what an object inherits', () => {
    const inherited: Response = { ...json, body: Object.create({ secret: 1 }) };
    const compiled = compileAssertion('response.body.secret == 1', '');
    expect(compiled.ok && compiled.value.evaluate(inherited)).toBe('unknown');
  });

  it('writes nothing to the console', () => {
    const warn = vi.spyOn(console, 'warn');
    const compiled = compileAssertion('response.status % 2 == 0 ? true : false', '');
    expect(compiled.ok && compiled.value.evaluate(json)).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });
});
