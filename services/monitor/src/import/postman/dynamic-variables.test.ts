import { expect, test } from 'vitest';
import { compileTemplate } from '../../template/compile-template.ts';
import { counterpartOf } from './dynamic-variables.ts';

const now = () => new Date('2026-03-02T10:15:00.123Z');
const scope = { env: {}, responses: [], now, onSecret: () => undefined };

function made(name: string): string {
  const expression = counterpartOf(name)?.expression ?? '';
  const template = compileTemplate(`{{ ${expression} }}`, {
    path: '',
    allow: 'request',
    responses: 0,
    env: new Set(),
  });
  if (!template.ok) throw new Error(JSON.stringify(template.problems));
  return template.value.render(scope);
}

test.each([
  ['$guid', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
  ['$randomUUID', /^[\da-f-]{36}$/],
  ['$timestamp', /^1772446500$/],
  ['$isoTimestamp', /^2026-03-02T10:15:00\.123Z$/],
  ['$randomInt', /^\d{1,4}$/],
  ['$randomFullName', /\w+ \w+/],
  ['$randomEmail', /@example\.(?:com|net|org)$/],
  ['$randomCountryCode', /^[A-Z]{2}$/],
  ['$randomCurrencyCode', /^[A-Z]{3}$/],
  ['$randomLatitude', /^-?\d+(?:\.\d+)?$/],
  ['$randomWords', /^\S+ \S+ \S+/],
  ['$randomPassword', /^[A-Za-z\d]{15}$/],
  ['$randomBankAccount', /^\d{8}$/],
])('%s makes what Postman makes', (name, pattern) => expect(made(name)).toMatch(pattern));

test('what Picket has nothing like is not known', () => {
  expect(counterpartOf('$randomCity')).toBeUndefined();
  expect(counterpartOf('guid')).toBeUndefined();
});
