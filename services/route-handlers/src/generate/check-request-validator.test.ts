import { expect, it } from 'vitest';
import { createProject } from '../../fixtures/project.ts';
import { readRoutes } from './read-routes.ts';

async function told(lines: string, file = 'posts/[postId]/route.get.config.ts') {
  const config = `${lines}
import { createRequestValidator } from '@picket/route-handlers';
import { createRequestValidator as create, other } from '@picket/route-handlers';
import * as kit from '@picket/route-handlers';
export const responseValidator = Type.Any(), handler = async () => {};`;
  await using project = await createProject({ [file]: config });
  const { problems, routes } = await readRoutes(project.folder);
  const isBroken = problems.some(({ severity }) => severity === 'error');
  expect(routes).toHaveLength(isBroken ? 0 : 1);
  return problems.map(
    ({ code, severity, line, column, reason }) => `${severity} ${code} ${line}:${column} ${reason}`,
  );
}

const body = 'export const requestValidator = createRequestValidator({ body: Type.Any() });';
const params = 'export const requestValidator = createRequestValidator({ params: Type.Any() });';

it.each(['get', 'head'])('warns of a body validator of %s', async method => {
  expect(await told(body, `route.${method}.config.ts`)).toEqual([
    `warning ignored-body 1:58 the body validator of a ${method.toUpperCase()} is ignored`,
  ]);
});

it.each(['post', 'put', 'patch', 'delete', 'options'])('takes one of %s', async method => {
  expect(await told(body, `route.${method}.config.ts`)).toEqual([]);
});

it('refuses a params validator where the path has no dynamic segment', async () => {
  expect(await told(params, 'posts/route.get.config.ts')).toEqual([
    'error params-without-segments 1:58 there is a params validator, but /posts has no dynamic segment',
  ]);
  expect(await told(params)).toEqual([]);
  expect(await told(params, 'posts/[[...rest]]/route.get.config.ts')).toEqual([]);
});

it.each([
  ['Type.Object({ postId: Type.Integer(), other: Type.Integer() })', 1],
  ["z.strictObject({ 'other': z.string() })", 1],
  ['Type.Object({ ...fields, postId: Type.Integer(), [other]: 1 })', 0],
  ['z.record(z.string(), { other: 1 })', 0],
  ['object', 0],
])('refuses params that are no segments: %s', async (schema, count) => {
  const problems = await told(
    `export const requestValidator = createRequestValidator({ params: ${schema} });`,
  );
  const problem = expect.stringMatching(
    /^error unknown-param .*"other" is no dynamic segment of \/posts\/\[postId\]$/,
  );
  expect(problems).toEqual(Array(count).fill(problem));
});

it.each([
  "createRequestValidator({ headers: Type.Object({ 'X-Key': Type.String(), accept: Type.Any() }) })",
  "create({ headers: z.looseObject({ 'X-Key': z.string() }) })",
  "kit.createRequestValidator({ headers: v.object({ ['X-Key']: v.string() }) })",
  'createRequestValidator({ headers })',
  '(createRequestValidator(options) satisfies object)',
])('refuses header names that are not in lower case: %s', async validator => {
  const problems =
    await told(`const fields = { 'X-Key': 1 }, headers = Type.Object(fields), options = { headers };
export const requestValidator = ${validator};`);
  expect(problems).toEqual([
    expect.stringMatching(/^error headers-case .* the header "X-Key" is not in lower case$/),
  ]);
});

it('says nothing of what it can not see', async () => {
  expect(
    await told('export const requestValidator = other({ headers: Type.Object({ A: 1 }) });'),
  ).toEqual([]);
  expect(await told('export const requestValidator = createRequestValidator(...given);')).toEqual(
    [],
  );
  expect(await told('export const requestValidator = createRequestValidator();')).toEqual([]);
});
