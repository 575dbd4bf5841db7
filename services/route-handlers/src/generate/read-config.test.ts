import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from '../../fixtures/project.ts';
import { type ReadRoutes, readRoutes } from './read-routes.ts';

/** Reads one GET config at /posts/[postId], and other files beside it by their paths. */
async function read(
  config: string,
  { method = 'get', ...others }: Readonly<Record<string, string>> & { method?: string } = {},
): Promise<ReadRoutes & { told: string[] }> {
  const files = Object.entries(others).map(([path, text]) => [join('posts/[postId]', path), text]);
  await using project = await createProject({
    ...Object.fromEntries(files),
    [`posts/[postId]/route.${method}.config.ts`]: config,
  });
  const result = await readRoutes(project.folder);
  const told = result.problems.map(
    ({ code, file, line, column, reason }) =>
      `${code} ${file.slice(project.folder.length + '/posts/[postId]/'.length)}:${line}:${column} ${reason}`,
  );
  return { ...result, told };
}

const responseOf = ({ routes }: ReadRoutes) => routes[0]?.methods[0]?.response;

const imports = `import { Type } from 'typebox';
import { createRequestValidator, successResponse } from '@picket/route-handlers';
`;
const parts = {
  requestValidator: 'createRequestValidator({})',
  responseValidator: 'Type.Object({ id: Type.Integer() })',
  handler: "async () => successResponse(200, { id: 1, by: 'the handler' })",
};
const { requestValidator, responseValidator, handler } = parts;
const plain = `${imports}
export const requestValidator = ${requestValidator};
export const responseValidator = ${responseValidator};
export const handler = ${handler};
`;

describe('the forms of an export', () => {
  const declared = `
const requestValidator = ${requestValidator};
const responseValidator = ${responseValidator};
const handler = ${handler};
`;
  it.each([
    ['const', plain],
    ['let and var', plain.replaceAll('export const', 'export let')],
    [
      'in one statement',
      `${imports}export const requestValidator = ${requestValidator}, responseValidator = ${responseValidator}, handler = ${handler};`,
    ],
    ['a list', `${imports}${declared}export { requestValidator, responseValidator, handler };`],
    [
      'a list before the declarations',
      `${imports}export { requestValidator, responseValidator, handler };${declared}`,
    ],
    [
      'a function',
      `${plain.replace(/export const handler.*/, '')}export async function handler() {}`,
    ],
    [
      'an overloaded function',
      `${plain.replace(/export const handler.*/, '')}export function handler(a: 1): void;\nexport function handler(): void {}`,
    ],
    [
      'a string for a name',
      `${imports}${declared}export { requestValidator as 'requestValidator', responseValidator, handler };`,
    ],
    [
      'brackets and types',
      plain.replace(responseValidator, `(${responseValidator}) as const satisfies object`),
    ],
    ['a byte order mark and Windows ends of lines', `\uFEFF${plain.replaceAll('\n', '\r\n')}`],
    [
      'a type of the same name',
      `${plain}export type responseValidator = typeof responseValidator;`,
    ],
    ['more exports', `${plain}export const other = 1; export default 1; export type T = 1;`],
  ])('%s', async (_, config) => {
    const result = await read(config);
    expect(result.told).toEqual([]);
    expect(responseOf(result)).toMatchObject({
      imports: [{ source: 'typebox', imported: 'Type', local: 'Type', isType: false }],
      statements: [expect.stringMatching(/responseValidator = .*Type\.Object/s)],
      result: 'responseValidator',
    });
  });

  it('other names for them', async () => {
    const config = `${imports}
const a = ${requestValidator};
const b = ${responseValidator};
function c() {}
export { a as requestValidator, b as responseValidator, c as handler };`;
    const result = await read(config);
    expect(result.told).toEqual([]);
    expect(responseOf(result)).toMatchObject({
      statements: [`const b = ${responseValidator};`],
      result: 'b',
    });
  });

  it('destructuring', async () => {
    const config = `${imports}
export const { requestValidator, nested: [, handler] } = made();
export const { responseValidator = ${responseValidator}, other } = schemas;
const schemas = { responseValidator: Type.String(), other: 1 };
function made() { return { requestValidator: ${requestValidator}, nested: [1, ${handler}] }; }`;
    const result = await read(config);
    expect(result.told).toEqual([]);
    expect(responseOf(result)?.statements).toEqual([
      `const { responseValidator = ${responseValidator} } = schemas;`,
      'const schemas = { responseValidator: Type.String(), other: 1 };',
    ]);
  });
});

describe('exports of other modules', () => {
  const validator = `export const requestValidator = ${requestValidator};`;
  const rest = `${imports}${validator}\nexport const handler = ${handler};\n`;

  it.each([
    ["export { responseValidator } from './schema';", {}],
    ["export { responseValidator } from './schema.ts';", { source: './schema.ts' }],
    ["export { responseValidator } from './schema.js';", { source: './schema.js' }],
    ["export * from './schema';", {}],
    ["export { post as responseValidator } from './schema';", { imported: 'post' }],
    ["export { default as responseValidator } from './schema';", { imported: 'default' }],
    [
      "import { post } from './schema'; export { post as responseValidator };",
      { imported: 'post', local: 'post' },
    ],
    [
      "import post from './schema'; export { post as responseValidator };",
      { imported: 'default', local: 'post' },
    ],
    [
      "import * as post from './schema'; export { post as responseValidator };",
      { imported: '*', local: 'post' },
    ],
    ["export * as responseValidator from './schema';", { imported: '*' }],
    ["export { responseValidator } from '@acme/schemas';", { source: '@acme/schemas' }],
    [
      "export { default as responseValidator } from './post.json' with { type: 'json' };",
      { source: './post.json', imported: 'default', attributes: " with { type: 'json' }" },
    ],
    ["export * from './barrel';", { source: './barrel' }],
  ])('imports the schema: %s', async (line, expected) => {
    const result = await read(`${rest}${line}`, {
      'schema.ts': `${imports}export const responseValidator = ${responseValidator};\nexport { responseValidator as post, responseValidator as default };`,
      'barrel/index.ts': "export * from '../schema.js';",
      'post.json': '{}',
    });
    expect(result.told).toEqual([]);
    const base = {
      source: './schema',
      imported: 'responseValidator',
      local: 'responseValidator',
      isType: false,
      attributes: '',
    };
    const bound = { ...base, ...expected };
    expect(responseOf(result)).toEqual({ imports: [bound], statements: [], result: bound.local });
  });

  const whole = (from = '.') => `${imports}import { author } from '${from}/author';
const secret = 'the user function';
export const requestValidator = createRequestValidator({ user: () => secret });
export const responseValidator = Type.Object({ author });
export const handler = ${handler};`;

  it.each([
    ["export * from './whole.ts';"],
    ["export { requestValidator, responseValidator, handler } from './whole';"],
    [
      "import { handler, responseValidator as response } from './whole';\nexport { response as responseValidator, handler };\nexport * from './whole';",
    ],
    ["export * from './barrel';"],
  ])('cuts the schema out of a module that holds the handler too: %s', async config => {
    const result = await read(config, {
      'whole.ts': whole(),
      'author.ts': 'export const author = 1;',
      'barrel.ts': "export * from './empty';\nexport * from './whole';",
      'empty.ts': '',
    });
    expect(result.told).toEqual([]);
    expect(responseOf(result)).toMatchObject({
      imports: [{ source: 'typebox' }, { source: './author' }],
      statements: ['const responseValidator = Type.Object({ author });'],
    });
  });

  it.each(['js', 'mjs', 'jsx', 'tsx', 'mts'])('cuts it out of a module in .%s', async extension => {
    const result = await read(`export * from './whole.${extension}';`, {
      [`whole.${extension}`]: `${whole()}\nlet count = 1;\nfunction up(by = 1) { count += by; }`,
      'author.ts': '',
    });
    expect(result.told).toEqual([]);
    expect(responseOf(result)?.statements).toHaveLength(1);
  });

  it('reads a module that is JavaScript, its variables and functions', async () => {
    const result = await read("export * from './whole.js';", {
      'whole.js': `${plain.replace(responseValidator, 'of(count)')}
let count = 1;
function of(given = 2, { deep } = {}) { return [given, deep]; }
class Other { field = 1; method(a) { return a; } }`,
    });
    expect(result.told).toEqual([]);
    expect(responseOf(result)?.statements).toHaveLength(3);
  });

  it('writes the imports of a module elsewhere for the folder of the config', async () => {
    const result = await read("export * from '../../lib/whole.ts';", {
      '../../lib/whole.ts': whole(),
      '../../lib/author.ts': '',
    });
    expect(result.told).toEqual([]);
    expect(responseOf(result)?.imports.map(({ source }) => source)).toEqual([
      'typebox',
      '../../lib/author',
    ]);
  });

  it('takes the schema out of another config', async () => {
    const result = await read(plain, {
      'route.put.config.ts': `${rest}export { responseValidator } from './route.get.config.ts';`,
    });
    expect(result.told).toEqual([]);
    expect(result.routes[0]?.methods[1]).toMatchObject({
      method: 'put',
      response: { statements: [`const responseValidator = ${responseValidator};`] },
    });
  });

  it('follows stars in a circle', async () => {
    const result = await read("export * from './a';", {
      'a.ts': "export * from './b';\nexport * from './route.get.config';",
      'b.ts': `${rest}export * from './a';\nexport const responseValidator = ${responseValidator};`,
    });
    expect(result.told).toEqual([]);
  });

  it('counts a name that two stars take from one place once', async () => {
    const result = await read("export * from './a';\nexport * from './b';", {
      'a.ts': "export * from './b';",
      'b.ts': plain,
    });
    expect(result.told).toEqual([]);
  });
});

describe('what is wrong with exports', () => {
  it('tells of each that is missing, and of a default export', async () => {
    const { told, routes } = await read('export default { handler() {} };');
    expect(told).toEqual([
      'missing-export route.get.config.ts:1:1 "requestValidator" is not exported',
      'missing-export route.get.config.ts:1:1 "responseValidator" is not exported',
      'missing-export route.get.config.ts:1:1 "handler" is not exported',
      'default-export route.get.config.ts:1:1 a default export is not read',
    ]);
    expect(routes).toEqual([]);
  });

  const without = plain.replace(/export const handler.*\n/, '');
  it.each([
    [
      'export type handler = 1;',
      'missing-export route.get.config.ts:7:8 "handler" is exported as a type only',
    ],
    [
      'export interface handler {}',
      'missing-export route.get.config.ts:7:8 "handler" is exported as a type only',
    ],
    [
      'export declare const handler: 1;',
      'missing-export route.get.config.ts:7:22 "handler" is exported as a type only',
    ],
    [
      'const handler = 1; export type { handler };',
      'missing-export route.get.config.ts:7:34 "handler" is exported as a type only',
    ],
    [
      'type handler = 1; export { handler };',
      'missing-export route.get.config.ts:7:28 "handler" is exported, but there is no value "handler"',
    ],
    [
      'export { handler };',
      'missing-export route.get.config.ts:7:10 "handler" is exported, but there is no value "handler"',
    ],
    [
      "import { type handler } from './x'; export { handler };",
      'missing-export route.get.config.ts:7:46 "handler" is imported as a type only',
    ],
    [
      "export type * from './x';",
      'missing-export route.get.config.ts:1:1 "handler" is not exported',
    ],
    [
      "export { handler } from './empty';",
      'missing-export route.get.config.ts:7:10 "handler" is not exported by "./empty"',
    ],
    [
      "export * from './empty';",
      'missing-export route.get.config.ts:1:1 "handler" is not exported',
    ],
    [
      "export * from '@acme/handlers';",
      'unresolved-export route.get.config.ts:7:1 "handler" may come from "@acme/handlers", which is not followed',
    ],
    [
      "export * from './nowhere';",
      'unresolved-export route.get.config.ts:7:1 "handler" may come from "./nowhere", which is not there',
    ],
    [
      'export const handler = 1; export { handler };',
      'duplicate-export route.get.config.ts:7:36 "handler" is exported twice',
    ],
    [
      'export const handler = 1, { a: handler } = {};',
      'duplicate-export route.get.config.ts:7:27 "handler" is exported twice',
    ],
    [
      'export const handler = 1;\nexport async function handler() {}',
      'duplicate-export route.get.config.ts:8:8 "handler" is exported twice',
    ],
    [
      "export * from './one';\nexport * from './two';",
      'duplicate-export route.get.config.ts:8:1 "handler" comes from both "./one" and "./two"',
    ],
  ])('%s', async (line, problem) => {
    const { told, routes } = await read(`${without.trimEnd()}\n\n${line}`, {
      'empty.ts': '',
      'one.ts': 'export const handler = 1;',
      'two.ts': 'export const handler = 2;',
    });
    expect(told).toEqual([problem]);
    expect(routes).toEqual([]);
  });

  it('tells of what the parser finds, with its place', async () => {
    const { told } = await read('const a = 1;\nconst b = = 2;\n');
    expect(told).toEqual([expect.stringMatching(/^syntax route\.get\.config\.ts:2:11 ./)]);
  });

  it('tells of an error in a module that a config takes from, at both', async () => {
    const { told } = await read("export * from './whole';", { 'whole.ts': 'const = 1' });
    expect(told).toEqual([
      expect.stringMatching(/^syntax whole\.ts:1:7 ./),
      'broken-module route.get.config.ts:1:1 it takes from whole.ts, which has an error',
    ]);
  });

  it('leaves the other methods as they are', async () => {
    const result = await read(plain, { 'route.put.config.ts': 'export const handler = 1' });
    expect(result.routes[0]?.methods.map(({ method }) => method)).toEqual(['get']);
    expect(result.told).toHaveLength(2);
  });
});

it('tells of a relative import of an export that is for no file', async () => {
  const config = plain.replace(/export const responseValidator.*/, '');
  const { told, routes } = await read(`${config}export { responseValidator } from './gone.js';`);
  expect(told).toEqual([
    expect.stringMatching(
      /^missing-module route.get.config.ts:\d+:10 "responseValidator" comes from ".\/gone.js", which is not there$/,
    ),
  ]);
  expect(routes).toEqual([]);
});
