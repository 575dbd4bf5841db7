import { expect, it } from 'vitest';
import type { Method } from '../method.ts';
import { findPathConflicts } from './path-conflicts.ts';

const get: readonly Method[] = ['get'];
const reasons = (...paths: (string | { path: string; methods: readonly Method[] })[]) =>
  findPathConflicts(
    paths.map(route => (typeof route === 'string' ? { path: route, methods: get } : route)),
  ).map(({ second, reason }) => `${second.path}: ${reason}`);

it.each([
  ['/posts', '/posts', 'GET /posts is there twice'],
  ['/[id]', '/[slug]', 'one dynamic segment is named "id" in /[id] and "slug" in /[slug]'],
  [
    '/a/[id]/b',
    '/a/[slug]/c',
    'one dynamic segment is named "id" in /a/[id]/b and "slug" in /a/[slug]/c',
  ],
  ['/[...a]', '/[...b]', 'one dynamic segment is named "a" in /[...a] and "b" in /[...b]'],
  ['/[[...a]]', '/[...b]', 'one dynamic segment is named "a" in /[[...a]] and "b" in /[...b]'],
  [
    '/[...a]',
    '/[[...a]]',
    '/[[...a]] and /[...a] differ only in whether the catch-all is optional',
  ],
  [
    '/[[...a]]',
    '/[...a]',
    '/[...a] and /[[...a]] differ only in whether the catch-all is optional',
  ],
  ['/posts', '/posts/[[...rest]]', '/posts/[[...rest]] stands for /posts too'],
  ['/posts/[[...rest]]', '/posts', '/posts/[[...rest]] stands for /posts too'],
  ['/', '/[[...rest]]', '/[[...rest]] stands for / too'],
])('%s and %s can not stand beside each other', (first, second, reason) => {
  expect(reasons(first, second)).toEqual([`${second}: ${reason}`]);
});

it.each([
  [['/', '/posts', '/posts/[id]', '/posts/[id]/comments', '/posts/new']],
  [['/posts/[id]', '/posts/[...rest]', '/[...rest]', '/posts']],
  [['/a/[id]', '/b/[slug]', '/[name]/[id]']],
  [['/posts/[id]', '/posts/[[...rest]]']],
  [['/[id]/a', '/x/[slug]']],
])('%j can', paths => {
  expect(reasons(...paths)).toEqual([]);
});

it('lets two folders have methods of one URL', () => {
  expect(
    reasons({ path: '/a', methods: ['get', 'put'] }, { path: '/a', methods: ['post'] }),
  ).toEqual([]);
  expect(
    reasons({ path: '/a', methods: ['get', 'put'] }, { path: '/a', methods: ['post', 'put'] }),
  ).toEqual(['/a: PUT /a is there twice']);
});

it('tells of each route once, and not of those that only disagree with one told of', () => {
  expect(reasons('/[a]/x', '/[b]/[c]', '/[a]/[d]')).toEqual([
    '/[b]/[c]: one dynamic segment is named "a" in /[a]/x and "b" in /[b]/[c]',
  ]);
});
