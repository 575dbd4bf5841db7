import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportError } from '../import-error.ts';
import { importProbes } from '../import-probes.ts';
import { importHar } from './import-har.ts';

const read = (text: string, withAssets = false) =>
  importHar({ text, variables: new Map(), withAssets });

const whole = JSON.stringify({
  log: { entries: [{ request: { method: 'GET', url: 'http://echo.test/', headers: [] } }] },
});

describe('a file that is no HAR file is refused', () => {
  test.each<[string, RegExp]>([
    ['', /is empty/],
    [whole.slice(0, -20), /is no JSON/],
    [`\0${whole}`, /is no JSON/],
    ['[]', /is no HAR file: it has no "log"/],
    ['null', /is no HAR file/],
    ['{"log": 5}', /log.entries: must be a list/],
    ['{"log": {"entries": {"0": {}}}}', /log.entries: must be a list/],
    ['{"__proto__": {"log": {"entries": []}}}', /is no HAR file/],
    ['{"info": {"name": "x"}, "item": []}', /is a Postman collection, not a HAR file/],
    ['{"_type": "export", "__export_format": 4, "resources": []}', /is an Insomnia export/],
    ['{"openapi": "3.1.0"}', /is an OpenAPI document/],
    ['{"probes": []}', /is a config file of Picket/],
    [`{"log": ${'['.repeat(300)}`, /line 1 is nested more than 200 levels deep/],
    ['{"log":'.repeat(1_000_000), /nested more than 200/],
  ])('%.40s', (text, message) => {
    expect(() => read(text)).toThrow(ImportError);
    expect(() => read(text)).toThrow(message);
  });
});

/** Anything where a HAR file has something else, names of prototypes and halves of characters among it. */
const anything = fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 });
const word = fc.oneof(
  fc.constantFrom(
    'GET',
    'post',
    '',
    'http://echo.test/?token=abcdefgh',
    'data:,x',
    'http://',
    '\0',
  ),
  fc.string({ unit: 'binary' }),
);
const pair = fc.oneof(
  fc.record({ name: word, value: word, fileName: word }, { requiredKeys: [] }),
  anything,
);
const pairs = fc.oneof(fc.array(pair, { maxLength: 4 }), anything);
const entry = fc.record(
  {
    pageref: word,
    _resourceType: word,
    request: fc.oneof(
      fc.record({
        method: fc.oneof(word, anything),
        url: fc.oneof(
          word,
          word.map(end => `http://echo.test/${end}`),
          anything,
        ),
        headers: pairs,
        cookies: pairs,
        queryString: pairs,
        bodySize: anything,
        postData: fc.oneof(
          fc.record(
            {
              mimeType: fc.oneof(word, fc.constantFrom('multipart/form-data; boundary=x')),
              text: fc.oneof(word, anything),
              params: pairs,
              encoding: fc.constantFrom('base64', 'utf8'),
            },
            { requiredKeys: [] },
          ),
          anything,
        ),
      }),
      anything,
    ),
    response: fc.oneof(fc.record({ status: anything, content: anything }), anything),
    ['__proto__']: anything,
    constructor: anything,
  },
  { requiredKeys: [] },
);

test('any JSON is imported or refused, and what is imported is sound', () => {
  const file = fc.oneof(
    anything,
    fc.record({
      log: fc.record({ entries: fc.array(entry, { maxLength: 4 }), pages: anything }),
    }),
  );
  fc.assert(
    fc.property(file, fc.boolean(), (value, withAssets) => {
      try {
        const { probes, requests } = importProbes(read(JSON.stringify(value), withAssets));
        expect(probes.length).toBeLessThanOrEqual(requests.length);
      } catch (error) {
        expect(error).toBeInstanceOf(ImportError);
      }
    }),
    { numRuns: 1000 },
  );
});

test('many secrets that begin alike are looked for in a moment', { timeout: 15_000 }, () => {
  const entries = Array.from({ length: 1000 }, (_, n) => ({
    request: {
      method: 'POST',
      url: `http://echo.test/${n}`,
      headers: [{ name: 'Authorization', value: `Bearer eyJhbGciOiJIUzI1NiJ9.${n}` }],
      postData: { mimeType: 'text/plain', text: 'eyJhbGciOiJIUzI1NiJ8 '.repeat(20) },
    },
  }));
  const { probes } = importProbes(read(JSON.stringify({ log: { entries } })));
  expect(probes).toHaveLength(1000);
});
