import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadFolder } from './load-folder.ts';
import { routeHandlers } from './plugin.ts';

let root = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'picket-routes-')));
});
afterEach(() => rm(root, { recursive: true }));

const working = `
export const requestValidator = {};
export const responseValidator = {};
export const handler = async () => ({ kind: 'success', status: 200, body: 'well', headers: {} });
`;

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
}

test('configs are found, as they are or compiled, and get the paths of their folders', async () => {
  await write({
    'route.get.config.js': working,
    '(shop)/posts/[postId]/route.put.config.mjs': working,
    '%5Fstatus/route.head.config.ts': working,
    'files/[[...rest]]/route.delete.config.mts': working,
    'files/[[...rest]]/route.delete.config.d.ts': '',
    'files/[[...rest]]/route.ts': '',
    '_lib/route.get.config.js': working,
    'node_modules/a/route.get.config.js': working,
    '.next/route.get.config.js': working,
  });
  const { routes, problems } = await loadFolder(root);
  expect(problems).toEqual([]);
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'delete /files/[[...rest]]',
    'get /',
    'head /_status',
    'put /posts/[postId]',
  ]);
});

test('the root of URLs is the app folder beside a package.json', async () => {
  await write({ 'package.json': '{}', 'src/app/api/health/route.get.config.js': working });
  const whole = await loadFolder(root);
  const part = await loadFolder(pathToFileURL(join(root, 'src/app/api')));
  expect(whole.routes).toMatchObject([{ path: '/api/health' }]);
  expect(part.routes).toMatchObject([{ path: '/api/health' }]);
});

test('a folder is served', async () => {
  await write({ 'posts/[id]/route.get.config.js': working });
  await using server = Fastify();
  server.register(routeHandlers, { directory: root });
  const response = await server.inject('/posts/7');
  expect([response.statusCode, response.json()]).toEqual([200, 'well']);
});

test('all that is wrong in a folder is told at once, each with its file', async () => {
  await write({
    'a/route.fetch.config.js': working,
    'b/route.get.config.js': 'export const = 7;',
    'c/route.get.config.js': `throw new Error('no database');`,
    'd/route.get.config.js': 'export const handler = 7;',
    'e/(.)f/route.get.config.js': working,
    'g/route.get.config.js': working,
    'g/route.get.config.mjs': working,
  });
  await using server = Fastify();
  server.register(routeHandlers, { directory: root });
  const error = await server.ready().then(
    () => new Error('it is ready'),
    (reason: Error) => reason,
  );
  expect(error).toMatchObject({ code: 'RH_CONFIG' });
  for (const [file, reason] of [
    ['a/route.fetch.config.js', '"fetch" is no method'],
    ['b/route.get.config.js', "can't be imported"],
    ['c/route.get.config.js', "can't be imported: no database"],
    ['d/route.get.config.js', 'handler'],
    ['e/(.)f/route.get.config.js', 'intercepts'],
    ['g/route.get.config.mjs', 'twice'],
  ] as const) {
    const told = error.message.split('\n').filter(line => line.startsWith(join(root, file)));
    expect(told).toEqual([expect.stringContaining(reason)]);
  }
});

test('a folder without configs, or that is not there, is told of', async () => {
  expect(await loadFolder(root)).toMatchObject({
    routes: [],
    problems: [`${root}: no route.<method>.config.ts in it or below`],
  });
  const { problems } = await loadFolder(join(root, 'missing'));
  expect(problems).toEqual([expect.stringContaining(`${join(root, 'missing')}: can't be read`)]);
});
