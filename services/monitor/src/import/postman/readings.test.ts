import { describe, expect, test } from 'vitest';
import { readingsIn } from './readings.ts';

const json = 'pm.response.json()';

describe('what a test script takes from the response', () => {
  test.each([
    [`pm.environment.set("t", ${json}.data.token);`, 'environment', '.data.token'],
    [`pm.globals.set('t', ${json}.a[0]['b c']);`, 'globals', ".a.[0]['b c']"],
    [`let j = ${json};\npm.collectionVariables.set("t", j.token)`, 'collectionVariables', '.token'],
    [
      `const { x } = y, d = 1; const j = ${json}.data\npm.variables.set("t", j.token)`,
      'variables',
      '.data.token',
    ],
    [
      `var d = JSON.parse(responseBody);\npostman.setEnvironmentVariable("t", d.token);`,
      'environment',
      '.token',
    ],
    [`postman.setGlobalVariable("t", JSON.parse(pm.response.text()).token)`, 'globals', '.token'],
    [
      `if (pm.response.code === 200) { pm.environment.set('t', ${json}?.a?.[1]?.b) }`,
      'environment',
      '.a.[1].b',
    ],
  ])('%s', (code, store, path) => {
    expect(readingsIn(code)).toEqual([{ name: 't', store, path }]);
  });

  test.each([
    ['another value', `pm.environment.set('t', 'x'); pm.environment.set('u', u.token)`],
    ['the whole body', `pm.environment.set('t', ${json})`],
    ['what a method makes', `pm.environment.set('t', ${json}.token.trim())`],
    ['a length', `pm.environment.set('t', ${json}.items.length)`],
    ['a sum', `pm.environment.set('t', ${json}.count + 1)`],
    ['a part that is worked out', `pm.environment.set('t', ${json}.items[i].id)`],
    [
      'of a name that is assigned anew',
      `let j = ${json};\nj = other;\npm.environment.set('t', j.token)`,
    ],
    ['a part of another value', `const j = ${json};\npm.environment.set('t', x.j.token)`],
    ['what leads out of the data', `pm.environment.set('t', ${json}.constructor.name)`],
    [
      'of a response that is parsed otherwise',
      `const j = ${json}.items.find(x => x.a);\npm.environment.set('t', j.id)`,
    ],
  ])('is not %s', (_, code) => expect(readingsIn(code)).toEqual([]));

  test('is found in time that grows with the length of the script', () => {
    for (const piece of [
      'a',
      'var ',
      "pm.environment.set('t',j['",
      `const j = ${json}.a`,
      'a = ',
    ]) {
      expect(readingsIn(piece.repeat(100_000))).toEqual([]);
    }
  });
});
