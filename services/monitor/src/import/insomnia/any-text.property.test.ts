import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Imported } from '../draft.ts';
import { ImportError } from '../import-error.ts';
import { importInsomnia } from './import-insomnia.ts';

/** What importing gives: drafts or problems, nothing else. */
function outcome(text: string): Imported | ImportError {
  try {
    return importInsomnia({ text, variables: new Map(), withAssets: false });
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
}

const templates = fc.constantFrom(
  '{{ _.a }}',
  "{{ b['c d'] | upper }}",
  "{% response 'body', 'r', 'b64::JC5h::46b', 'never', 60 %}",
  "{% uuid 'v4' %}",
  '{# x #}',
  '{{',
  '%}',
  '{% raw %}',
  "{{ 'x",
  '{{ __proto__.x }}',
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  templates,
  fc.array(templates).map(list => list.join('')),
);
const scalar = fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null));
const anything = fc.oneof(scalar, fc.jsonValue({ maxDepth: 2 }));
const pairs = fc.array(
  fc.record(
    { name: scalar, value: scalar, disabled: fc.boolean(), type: text, fileName: text },
    { requiredKeys: [] },
  ),
  { maxLength: 4 },
);
const body = fc.record(
  {
    mimeType: fc.constantFrom(
      'application/json',
      'application/graphql',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      '',
    ),
    text,
    params: pairs,
    fileName: text,
  },
  { requiredKeys: [] },
);
const authentication = fc.record(
  {
    type: fc.constantFrom('basic', 'bearer', 'apikey', 'oauth2', 'digest', 'none', ''),
    username: scalar,
    password: scalar,
    token: scalar,
    key: scalar,
    value: scalar,
    addTo: fc.constantFrom('header', 'queryParams', 'cookie'),
    disabled: fc.boolean(),
  },
  { requiredKeys: [] },
);
const ids = fc.constantFrom('w', 'f', 'g', 'r', 's', 'e', 'nowhere');
const resource = fc.record(
  {
    _id: ids,
    _type: fc.constantFrom(
      'workspace',
      'request_group',
      'request',
      'environment',
      'cookie_jar',
      'oauth2_token',
      'grpc_request',
      '__proto__',
    ),
    parentId: ids,
    name: text,
    method: fc.constantFrom('GET', 'POST', 'purge', ''),
    url: text,
    headers: pairs,
    parameters: pairs,
    pathParameters: pairs,
    body,
    authentication,
    data: fc.dictionary(text, anything),
    environment: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), anything),
    preRequestScript: text,
    metaSortKey: fc.double({ noNaN: true }),
    settingEncodeUrl: fc.boolean(),
    settingDisableRenderRequestBody: fc.boolean(),
  },
  { requiredKeys: ['_id', '_type'] },
);
const file = fc
  .array(resource, { maxLength: 8 })
  .map(resources => ({ _type: 'export', __export_format: 4, resources }));

/** The export with the value at one place made another. */
const mutated = fc.tuple(file, fc.nat(), anything).map(([whole, at, other]) => {
  let place = 0;
  return JSON.stringify(whole, (_, value: unknown) =>
    place++ === at % 60 && place > 4 ? other : value,
  );
});

function expectTold(found: Imported | ImportError): void {
  if (found instanceof ImportError) {
    expect(found.problems.length).toBeGreaterThan(0);
    return;
  }
  for (const { source, findings } of found.drafts) {
    expect(source).toMatch(/^resources\[\d+\]$/);
    for (const finding of findings) expect(finding.source).toMatch(/^resources\[\d+\]/);
  }
}

describe('any text', () => {
  it('is imported or refused', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), text => expectTold(outcome(text))));
  });

  it('that is an export is imported, the same from YAML as from JSON', () => {
    fc.assert(
      fc.property(file, whole => {
        const json = JSON.stringify(whole);
        const found = outcome(json);
        expectTold(found);
        // A key `<<` without quotes would be merged.
        const options = { aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const;
        expect(outcome(stringify(JSON.parse(json), options))).toEqual(found);
      }),
      { numRuns: 50 },
    );
  });

  it('that was an export before something in it changed is imported or refused', () => {
    fc.assert(
      fc.property(mutated, text => expectTold(outcome(text))),
      { numRuns: 300 },
    );
  });

  it('that is cut short is refused', () => {
    const resources = [{ _id: 'r', _type: 'request', name: 'R', url: 'http://h/' }];
    const whole = JSON.stringify({ _type: 'export', __export_format: 4, resources });
    for (let end = 0; end < whole.length; end++) {
      expect(outcome(whole.slice(0, end))).toBeInstanceOf(ImportError);
    }
  });
});
