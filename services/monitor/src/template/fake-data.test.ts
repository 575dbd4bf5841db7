import { describe, expect, test } from 'vitest';
import { fakeData } from './fake-data.ts';

const now = () => new Date('2026-01-02T03:04:05.678Z');
const runs = 300;

function samples(name: string, ...args: string[]): (string | number)[] {
  const bound = fakeData.get(name)?.bind(args) ?? { mistake: `no ${name}` };
  if ('mistake' in bound) throw new Error(bound.mistake);
  return Array.from({ length: runs }, () => bound.make(now));
}

test('the table is the specification’s', () => {
  const usage = [...fakeData].map(([name, { parameters }]) => [name, ...parameters].join(' '));
  expect(usage).toEqual([
    'alpha count',
    'alphaNumeric count',
    'countryCode',
    'color',
    'currency',
    'email',
    'fullName',
    'gender binary',
    'isodate',
    'latitude min max',
    'longitude min max',
    'lines lineCount',
    'number min max',
    'objectId',
    'statusCode',
    'timestamp',
    'uuid',
    'word',
    'words count',
  ]);
});

describe('every value has its format', () => {
  test.each([
    ['alpha', [], /^[A-Za-z]{8}$/],
    ['alpha', ['3'], /^[A-Za-z]{3}$/],
    ['alpha', ['10000'], /^[A-Za-z]{10000}$/],
    ['alphaNumeric', [], /^[A-Za-z0-9]{8}$/],
    ['alphaNumeric', ['20'], /^[A-Za-z0-9]{20}$/],
    ['countryCode', [], /^[A-Z]{2}$/],
    ['color', [], /^[a-z][a-z ]+$/],
    ['currency', [], /^[A-Z]{3}$/],
    ['email', [], /^[^\s@]+@example\.(com|net|org)$/],
    ['fullName', [], /^\S+( \S+)+$/],
    ['gender', [], /^(male|female)$/],
    ['gender', ['true'], /^(male|female)$/],
    ['gender', ['false'], /\S/],
    ['isodate', [], /^2026-01-02T03:04:05\.678Z$/],
    ['lines', [], /^(\S[^\n]*\n){2}\S[^\n]*$/],
    ['lines', ['1'], /^\S[^\n]*$/],
    ['objectId', [], /^[0-9a-f]{24}$/],
    ['statusCode', [], /^[1-5]\d\d$/],
    ['timestamp', [], /^1767323045$/],
    ['uuid', [], /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['word', [], /^[A-Za-z-]+$/],
    ['words', [], /^\S+ \S+ \S+$/],
    ['words', ['5'], /^\S+( \S+){4}$/],
  ])('%s %j', (name, args, format) => {
    for (const value of samples(name, ...args)) expect(String(value)).toMatch(format);
  });
});

describe('every number lies in its range', () => {
  test.each([
    ['latitude', [], -90, 90],
    ['latitude', ['10.5'], 10.5, 90],
    ['latitude', ['1.00000001', '1.00000002'], 1.00000001, 1.00000002],
    ['longitude', [], -180, 180],
    ['longitude', ['-10', '10'], -10, 10],
    ['number', [], 0, 1000],
    ['number', ['990'], 990, 1000],
    ['number', ['-3', '3'], -3, 3],
    ['number', ['7', '7'], 7, 7],
    ['number', ['-9007199254740991', '9007199254740991'], -(2 ** 53) + 1, 2 ** 53 - 1],
  ])('%s %j', (name, args, min, max) => {
    for (const value of samples(name, ...args)) {
      expect(value).toBeTypeOf('number');
      expect(value).toBeGreaterThanOrEqual(min);
      expect(value).toBeLessThanOrEqual(max);
    }
  });

  test('number gives whole numbers and reaches both ends', () => {
    const seen = new Set(samples('number', '1', '3'));
    expect([...seen].toSorted()).toEqual([1, 2, 3]);
  });
});

test('gender knows more than two where binary is false', () => {
  expect(new Set(samples('gender', 'false')).size).toBeGreaterThan(2);
});

test.each(['alpha', 'uuid', 'number', 'word'])('%s differs from time to time', name => {
  expect(new Set(samples(name)).size).toBeGreaterThan(runs / 10);
});
