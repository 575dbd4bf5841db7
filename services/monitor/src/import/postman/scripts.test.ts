import { describe, expect, test } from 'vitest';
import { expectedStatusOf, scriptsAt } from './scripts.ts';

const read = (exec: unknown, listen = 'test') =>
  scriptsAt([{ listen, script: { exec } }], 'event', () => undefined);

describe('the status a test demands', () => {
  test.each([
    [['pm.test("x", () => {', '  pm.response.to.have.status(201);', '});']],
    ['pm.expect(pm.response.code).to.eql(201)'],
    ['pm.expect( pm.response.code ).to.be.equal( 201 );'],
    ['pm.expect(pm.response.code).to.deep.equal(201)'],
    ["tests['Created'] = responseCode.code === 201;"],
    [['pm.response.to.have.status(201);', 'pm.expect(pm.response.code).to.equal(201);']],
  ])('%j', exec => expect(expectedStatusOf(read(exec))).toBe(201));

  test.each([
    ['pm.response.to.not.have.status(500)'],
    ['pm.expect(pm.response.code).to.be.oneOf([201])'],
    [['pm.response.to.have.status(200);', 'pm.response.to.have.status(201);']],
    ['// pm.response.to.have.status(201)'],
    ['/* pm.response.to.have.status(201) */'],
    ['tests.ok = responseCode.code === 200 || responseCode.code === 201'],
    ['pm.response.to.have.status("Created")'],
    ['pm.response.to.have.status(999)'],
  ])('none in %j', exec => expect(expectedStatusOf(read(exec))).toBeUndefined());

  test('none where a folder demands another', () => {
    const scripts = [
      ...read('pm.response.to.have.status(200)'),
      ...read('pm.response.to.have.status(201)'),
    ];
    expect(expectedStatusOf(scripts)).toBeUndefined();
  });

  test('a url is no comment', () => {
    const code = "const at = 'http://a.test'; pm.response.to.have.status(201)";
    expect(expectedStatusOf(read(code))).toBe(201);
  });
});

describe('a script before the request', () => {
  test('sets variables', () => {
    const code = [
      'pm.environment.set("one", 1); pm.collectionVariables.set(`two`, 2);',
      "pm.globals.set('three', 3); pm.variables.set ( 'four', 4 )",
      "postman.setEnvironmentVariable('five', 5); postman.setGlobalVariable('six', 6);",
      "// pm.environment.set('seven', 7)",
      "pm.environment.get('eight')",
    ];
    expect(read(code, 'prerequest')[0]?.sets).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
    ]);
  });

  test.each([
    "pm.request.headers.add({ key: 'a', value: 'b' })",
    "pm.request.addHeader('a: b')",
    "pm.request.headers.upsert({ key: 'a' })",
    "pm.request.url.query.add('a=b')",
    "pm.request.url = 'http://other.test'",
    "pm.request.body.raw = '{}'",
    "pm.request.body.update('x')",
    "pm.request.method = 'PUT'",
  ])('%s changes it', code => expect(read(code, 'prerequest')[0]?.isChanging).toBe(true));

  test.each([
    'console.log(pm.request.url.toString())',
    "if (pm.request.method === 'GET') {}",
    "pm.request.headers.get('a')",
    'const h = pm.request.headers.has("a")',
  ])('%s does not', code => expect(read(code, 'prerequest')[0]?.isChanging).toBe(false));
});

test('scripts that are switched off or empty are none', () => {
  const events = [
    { listen: 'test', disabled: true, script: { exec: 'x' } },
    { listen: 'test', script: { exec: ['', '  '] } },
    { listen: 'test' },
    { listen: 'other', script: { exec: 'x' } },
    null,
  ];
  expect(scriptsAt(events, 'event', () => undefined)).toEqual([]);
});
