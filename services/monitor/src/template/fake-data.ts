// Only the English locale: it loads in 13 ms, all of them in 80.
import { faker } from '@faker-js/faker/locale/en';
import { chosen, counted, type FakeExpression, plain, ranged } from './fake-expression.ts';

const maxLength = 10_000;
const maxLines = 1000;
const integers = {
  min: Number.MIN_SAFE_INTEGER,
  max: Number.MAX_SAFE_INTEGER,
  isInteger: true,
};

/** The specification's table of fake-data expressions (spec/probe-monitor.md, "Fake-data expressions"). */
const table: Readonly<Record<string, FakeExpression>> = {
  alpha: counted('count', { fallback: 8, max: maxLength }, count => faker.string.alpha(count)),
  alphaNumeric: counted('count', { fallback: 8, max: maxLength }, count =>
    faker.string.alphanumeric(count),
  ),
  countryCode: plain(() => faker.location.countryCode()),
  color: plain(() => faker.color.human()),
  currency: plain(() => faker.finance.currencyCode()),
  // At example.com, .net or .org: a probe that signs up must not write to a stranger.
  email: plain(() => faker.internet.exampleEmail()),
  fullName: plain(() => faker.person.fullName()),
  gender: chosen('binary', true, binary => (binary ? faker.person.sex() : faker.person.gender())),
  isodate: plain(now => now().toISOString()),
  latitude: ranged({ min: -90, max: 90, isInteger: false }, { min: -90, max: 90 }, degrees),
  longitude: ranged({ min: -180, max: 180, isInteger: false }, { min: -180, max: 180 }, degrees),
  lines: counted('lineCount', { fallback: 3, max: maxLines }, count => faker.lorem.lines(count)),
  number: ranged(integers, { min: 0, max: 1000 }, (min, max) => faker.number.int({ min, max })),
  objectId: plain(() => faker.database.mongodbObjectId()),
  statusCode: plain(() => faker.internet.httpStatusCode()),
  timestamp: plain(now => Math.floor(now().getTime() / 1000)),
  uuid: plain(() => faker.string.uuid()),
  word: plain(() => faker.word.sample()),
  words: counted('count', { fallback: 3, max: maxLines }, count => faker.word.words(count)),
};

/** By name. */
export const fakeData: ReadonlyMap<string, FakeExpression> = new Map(Object.entries(table));

/** Six decimals are a tenth of a metre; rounding never leaves the range. */
function degrees(min: number, max: number): number {
  const rounded = Number(faker.number.float({ min, max }).toFixed(6));
  return Math.min(max, Math.max(min, rounded));
}
