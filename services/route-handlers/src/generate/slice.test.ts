import { describe, expect, it } from 'vitest';
import { createProject } from '../../fixtures/project.ts';
import { readRoutes } from './read-routes.ts';
import type { ResponseSlice } from './route-folder.ts';

const server = `
export const requestValidator = createRequestValidator({ user: () => findUser() });
export const handler = async () => successResponse(200, loadPosts());
`;

/** Reads a config that has these lines beside its request validator and handler. */
async function read(lines: string, others: Readonly<Record<string, string>> = {}) {
  const config = others['route.get.config.ts'] ?? `${lines}\n${server}`;
  await using project = await createProject({ ...others, 'route.get.config.ts': config });
  const { routes, problems } = await readRoutes(project.folder);
  const told = problems.map(
    ({ code, line, column, reason }) => `${code} ${line}:${column} ${reason}`,
  );
  return { told, response: routes[0]?.methods[0]?.response };
}

async function cut(lines: string): Promise<ResponseSlice> {
  const { told, response } = await read(lines);
  expect(told).toEqual([]);
  if (response === undefined) throw new Error('no response');
  return response;
}

describe('what is cut out', () => {
  it('holds what the schema needs, in its order, and nothing else', async () => {
    const { imports, statements, result } = await cut(`
import { Type, type Static, other } from 'typebox';
import { db } from './db.ts';
import './side-effect.ts';
import defaults, * as everything from './everything.ts';
console.log('side effect');
const unused = Type.String();
export const responseValidator = Type.Object({ author, ids: Type.Array(id()), more: defaults.more });
const author = Type.Object({ name });
const name = Type.String(), secret = db.secret;
export function id() { return everything.id(other); }
`);
    expect(statements).toEqual([
      'const responseValidator = Type.Object({ author, ids: Type.Array(id()), more: defaults.more });',
      'const author = Type.Object({ name });',
      'const name = Type.String();',
      'function id() { return everything.id(other); }',
    ]);
    expect(result).toBe('responseValidator');
    expect(imports.map(({ source, imported, local }) => `${source} ${imported} ${local}`)).toEqual([
      'typebox Type Type',
      'typebox other other',
      './everything.ts default defaults',
      './everything.ts * everything',
    ]);
  });

  it('holds types, and imports what is used as a type as one', async () => {
    const { imports, statements } = await cut(`
import { Type, Post, type Author } from './types.ts';
type Both = Post & { author: Author; rest: Rest<typeof shape> };
interface Rest<T> { readonly value: T }
interface Rest<T> { readonly more: T }
const shape = { a: 1 };
const Post = 1;
enum Kind { a = 'a' }
const unsafe: unknown = Type.Unsafe<Both>(Kind as never satisfies Rest<1>);
export const responseValidator = unsafe;
type Unused = Author;
type responseValidator = Unused;
`);
    expect(statements).toHaveLength(7);
    expect(statements.join('\n')).not.toMatch(/Unused/);
    expect(imports).toMatchObject([
      { local: 'Type', isType: false },
      { local: 'Post', isType: true },
      { local: 'Author', isType: true },
    ]);
  });

  it('keeps the text as it is: comments, templates, overloads, classes', async () => {
    const statements = [
      `// Of a post.\n/** Its title. */\nconst title = \`a\n    b \${/* kept */ 1}\n\`;`,
      'function of(a: 1): 1;',
      'function of(a: 2): 2;',
      'function of(a: unknown) {\n  return a;\n}',
      'abstract class Parts<T> {\n  #own = title;\n}',
      'const responseValidator = [title, of(1), Parts] as const;',
    ];
    const cutOut = await cut(
      statements
        .map(text => text.replace(/^(?=abstract|function|const r)/, 'export '))
        .join('\n\n'),
    );
    expect(cutOut.statements).toEqual(statements);
  });

  it('keeps decorators on either side of export', async () => {
    const { statements } = await cut(`function dec(...given: unknown[]) {}
@dec @dec() export class First {}
export @dec class Second {}
export const responseValidator = [First, Second];`);
    expect(statements.slice(1, 3)).toEqual(['@dec @dec() class First {}', '@dec class Second {}']);
  });

  it('writes every end of line alike', async () => {
    const { statements } = await cut('// A.\r\nexport const responseValidator = `a\r\nb`;\r\n');
    expect(statements).toEqual(['// A.\nconst responseValidator = `a\nb`;']);
  });

  it('leaves shadowed names, members and keys alone', async () => {
    const { statements } = await cut(`
const a = 1, b = 2, c = 3, d = 4, e = 5;
export const responseValidator = { a: 1, of: x.b, f: (c: number) => c, [e]: 1, g() { const d = 1; return d; } };
const x = {};
`);
    expect(statements).toEqual([
      'const e = 5;',
      expect.stringContaining('responseValidator'),
      'const x = {};',
    ]);
  });

  it.each([
    ['{ responseValidator, other } = x', '{ responseValidator } = x'],
    ['{ other, a: responseValidator = 1 } = x', '{ a: responseValidator = 1 } = x'],
    [
      '{ other = secret, ["b"]: { responseValidator } }: any = x',
      '{ ["b"]: { responseValidator } }: any = x',
    ],
    [
      '{ other, more = secret, a: { deep }, ...responseValidator } = x',
      '{ other, more, a: {}, ...responseValidator } = x',
    ],
    ['{ responseValidator, ...other } = x', '{ responseValidator } = x'],
    ['[other, , responseValidator, more] = x', '[, , responseValidator] = x'],
    ['[other, ...responseValidator] = x', '[, ...responseValidator] = x'],
    ['[{ other }, [responseValidator] = [1]] = x', '[, [responseValidator] = [1]] = x'],
  ])('takes only the names it needs: %s', async (written, left) => {
    const { statements } = await cut(`const x: any = {}, secret = 1;\nexport const ${written};`);
    expect(statements).toEqual(['const x: any = {};', `const ${left};`]);
  });
});

describe('what cannot be cut out', () => {
  it.each([
    [
      'export const responseValidator = handler.schema;',
      'server-schema 1:34 responseValidator depends on handler',
    ],
    [
      'export const responseValidator = requestValidator.body;',
      'server-schema 1:34 responseValidator depends on requestValidator',
    ],
    [
      'export const responseValidator = a();\nfunction a() { return [handler]; }',
      'server-schema 2:24 responseValidator depends on handler',
    ],
    [
      "import { x } from 'node:fs';\nexport const responseValidator = x;",
      'server-schema 2:34 responseValidator depends on "x" of "node:fs", which is built into Node',
    ],
    [
      "import { x } from 'server-only';\nexport const responseValidator = x;",
      'server-schema 2:34 responseValidator depends on "x" of "server-only", which only a server can load',
    ],
    [
      "import { responseValidator as x } from '@/posts/route.put.config';\nexport const responseValidator = [x];",
      'server-schema 2:35 responseValidator depends on "x" of "@/posts/route.put.config", which is a config, with a handler',
    ],
    [
      'let a = 1;\nif (1 > 0) { a = 2; }\nexport const responseValidator = a;',
      'unsliceable-schema 2:14 responseValidator depends on "a", which is changed here',
    ],
    [
      'export const responseValidator = {};\nresponseValidator.a = 1;',
      'unsliceable-schema 2:1 responseValidator depends on "responseValidator", which is changed here',
    ],
    [
      'const all = [1];\nall.push(2);\nexport const responseValidator = all;',
      'unsliceable-schema 2:1 responseValidator depends on "all", which is changed here',
    ],
    [
      'const all = {};\nObject.assign(all, { a: 1 });\nexport const responseValidator = all;',
      'unsliceable-schema 2:1 responseValidator depends on "all", which is changed here',
    ],
    [
      'export const responseValidator = await load();',
      'unsliceable-schema 1:34 responseValidator depends on "await", in "responseValidator"',
    ],
    [
      'export const responseValidator = import.meta.url;',
      'unsliceable-schema 1:34 responseValidator depends on "import.meta", in "responseValidator"',
    ],
    [
      'namespace A { export const a = 1; }\nexport const responseValidator = A.a;',
      'unsliceable-schema 1:1 responseValidator depends on "A", a namespace or an import by require',
    ],
    [
      "import a = require('a');\nexport const responseValidator = a;",
      'unsliceable-schema 1:1 responseValidator depends on "a", a namespace or an import by require',
    ],
    [
      'declare const a: 1;\nexport const responseValidator = a;',
      'unsliceable-schema 1:1 responseValidator depends on "a", which is only declared here',
    ],
    [
      'using a = open();\nexport const responseValidator = a;',
      'unsliceable-schema 1:1 responseValidator depends on "a", which is disposed of',
    ],
  ])('%s', async (lines, problem) => {
    const { told, response } = await read(lines);
    expect(told).toEqual([problem]);
    expect(response).toBeUndefined();
  });

  const apart = (lines: string) => ({ 'route.get.config.ts': lines });
  it.each([
    [
      'a destructured whole',
      'export const { requestValidator, responseValidator, handler } = route();',
      'is made together with handler',
    ],
    [
      'members of one object',
      `const route = { response: 1, handle: async () => 'code of it', request: {} };
export const { response: responseValidator } = route;
export const handler = route.handle.bind(route), { request: requestValidator } = route;`,
      'depends on "route", which holds code of handler',
    ],
    [
      'an alias',
      `const run = async () => 'code of it';
export const responseValidator = run, handler = run, requestValidator = {};`,
      'depends on "run", which holds code of handler',
    ],
    [
      'a wrapped function',
      `function run() {}
export const handler = withLog({ run }), requestValidator = {}, responseValidator = [run];`,
      'depends on "run", which holds code of handler',
    ],
    [
      'options with a user function',
      `const options = { body: 1, user() { return 'code of it'; } };
export const requestValidator = createRequestValidator(options);
export const responseValidator = options.body, handler = 1;`,
      'depends on "options", which holds code of requestValidator',
    ],
    [
      'a user function of its own',
      `const user = () => 'code of it';
export const requestValidator = createRequestValidator({ user });
export const responseValidator = [user], handler = 1;`,
      'depends on "user", which holds code of requestValidator',
    ],
  ])('code of the server: %s', async (_, lines, reason) => {
    const { told } = await read('', apart(lines));
    expect(told).toEqual([expect.stringMatching(new RegExp(`^server-schema .*${reason}$`))]);
  });

  it.each([
    `const auth = { user() {}, schema: 1 };
export const requestValidator = createRequestValidator({ user: auth.user });
export const responseValidator = auth.schema, handler = 1;`,
    `const auth = new Auth();
export const requestValidator = createRequestValidator({ ...{ 'user': auth.user.bind(auth) } });
export const responseValidator = auth.schema, handler = 1;`,
    `class Auth { static schema = 1; static user() {} }
export const requestValidator = createRequestValidator({ user: Auth.user });
export const responseValidator = Auth.schema, handler = 1;`,
  ])('an object with the user function: %s', async lines => {
    const { told } = await read('', apart(lines));
    expect(told).toEqual([
      expect.stringMatching(/^server-schema .*which holds code of requestValidator$/),
    ]);
  });

  it.each([
    `const schema = { '~standard': { validate() {} } };
export const requestValidator = createRequestValidator({ body: schema, user: () => [schema] });
export const responseValidator = schema, handler = async () => schema;`,
    `const schemas = { post: 1 }, log = () => {};
export const requestValidator = {};
export const responseValidator = schemas.post, handler = logged(log, schemas.post, { responseValidator });`,
  ])('not a schema that the server uses too: %s', async lines => {
    const { told, response } = await read('', apart(lines));
    expect(told).toEqual([]);
    expect(response?.statements).toHaveLength(2);
  });

  it.each([
    ['createRequestValidator({ searchParams: post })', 'and has no user function', []],
    [
      'createRequestValidator({ user: () => 1 })',
      'and has one',
      [
        expect.stringMatching(
          /^server-schema .*"post" of "\.\/validators", which also holds requestValidator$/,
        ),
      ],
    ],
    ['made()', 'and may have one', [expect.stringMatching(/^server-schema /)]],
  ])(
    'a name of the module that holds the request validator %s, %s',
    async (validator, _, expected) => {
      const { told } = await read('', {
        ...apart(`import { post } from './validators';
export { requestValidator } from './validators';
export const responseValidator = [post], handler = 1;`),
        'validators.ts': `import { createRequestValidator } from '@picket/route-handlers';
export const post = 1, requestValidator = ${validator};`,
      });
      expect(told).toEqual(expected);
    },
  );

  it('a name of the module that holds the handler', async () => {
    const { told } = await read('', {
      ...apart(`import { handler, id } from './work';
export { handler };
export const requestValidator = {}, responseValidator = [id];`),
      'work.ts': 'export const handler = 1, id = 2;',
    });
    expect(told).toEqual([
      'server-schema 3:58 responseValidator depends on "id" of "./work", which also holds handler',
    ]);
  });

  it('follows schemas that a request and a response share', async () => {
    const { statements } = await cut(`
const fields = { a: 1 };
export const responseValidator = fields;
const options = { body: fields };
const other = createRequestValidator(options);
`);
    expect(statements).toHaveLength(2);
  });
});
