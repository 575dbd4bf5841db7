import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../template/compile-template.ts';
import { bodyPath } from './json-path.ts';

describe('bodyPath', () => {
  it.each([
    ['$', ''],
    ['$.token', '.token'],
    [' $.a.b-c ', '.a.b-c'],
    ['$.items[0].id', '.items.[0].id'],
    ['$[2]', '.[2]'],
    ["$['a key'].b", "['a key'].b"],
    ['$["x"][10]', "['x'].[10]"],
  ])('%s is %j, which is an expression', (path, written) => {
    expect(bodyPath(path)).toBe(written);
    const template = `{{ responses.[0].body${written} }}`;
    const options = { path: '', allow: 'request', env: new Set<string>(), responses: 1 } as const;
    expect(compileTemplate(template, options).ok).toBe(true);
  });

  it.each([
    '',
    '/xpath/text()',
    '$..token',
    '$.*',
    '$[*].a',
    '$.a[?(@.b)]',
    '$.a[-1]',
    '$.a[0:2]',
    '$.__proto__',
    "$['constructor']",
    "$['it''s']",
    '$.a b',
  ])('%j may name more than one value, or none', path => expect(bodyPath(path)).toBeUndefined());
});
