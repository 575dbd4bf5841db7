import { expect, test } from 'vitest';
import { ImportError } from './import-error.ts';
import { mergedVariables, variablesOf } from './read-variables.ts';

const read = (text: string) => variablesOf(text, 'vars');

test('an environment of Postman, disabled and empty lines left out', () => {
  const { values, secrets } = read(
    JSON.stringify({
      name: 'staging',
      _postman_variable_scope: 'environment',
      values: [
        { key: 'host', value: 'echo.test', enabled: true, type: 'default' },
        { key: 'token', value: 's3cret', enabled: true, type: 'secret' },
        { key: 'old', value: 'x', enabled: false },
        { key: 'port', value: 8080 },
        { key: 'empty', value: null },
        { key: '', value: '' },
      ],
    }),
  );
  expect([...values]).toEqual([
    ['host', 'echo.test'],
    ['token', 's3cret'],
    ['port', '8080'],
    ['empty', ''],
  ]);
  expect([...secrets]).toEqual(['token']);
});

test('a map in YAML, names of prototypes among them', () => {
  const { values } = read('host: echo.test\nport: 8080\nconstructor: c\nisOn: true\n');
  expect([...values]).toEqual([
    ['host', 'echo.test'],
    ['port', '8080'],
    ['constructor', 'c'],
    ['isOn', 'true'],
  ]);
});

test('later files win', () => {
  const { values } = mergedVariables([read('a: 1\nb: 2'), read('b: 3')]);
  expect([...values]).toEqual([
    ['a', '1'],
    ['b', '3'],
  ]);
});

test.each<[string, RegExp]>([
  ['', /vars: (is empty|holds no map)/],
  ['just text', /vars: holds no map of variables/],
  ['[1, 2]', /vars: holds no map of variables/],
  ['a: {b: 1}\nc: [1]', /vars: a: has an object.*\nvars: c: has a list/s],
  ['{"values": [{"value": "x"}, 3]}', /vars: values\[0\]: has no key.*values\[1\]: has no key/s],
  ['a: [', /vars: line 1/],
  ['a: &a [x]\nb: *a', /vars: a: has a list/],
  ['['.repeat(5000), /nested more than/],
])('%j is refused', (text, message) => {
  expect(() => read(text)).toThrow(ImportError);
  expect(() => read(text)).toThrow(message);
});
