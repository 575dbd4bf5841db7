import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routePath } from './route-path.ts';
import { parsePath } from './segment.ts';

const pathOf = (folders: string) => routePath(folders.split('/').filter(Boolean));

it.each([
  ['', '/'],
  ['posts', '/posts'],
  ['posts/[postId]/comments', '/posts/[postId]/comments'],
  ['docs/[...rest]', '/docs/[...rest]'],
  ['docs/[[...rest]]', '/docs/[[...rest]]'],
  ['(shop)/cart/(steps)', '/cart'],
  ['@modal/photos/@side', '/photos'],
  ['%5Finternal/%5fx', '/_internal/_x'],
  ['a b/é/x%20y', '/a b/é/x%20y'],
  ['(a)(b)', '/'],
  ['.well-known', '/.well-known'],
])('%s is %s', (folders, path) => {
  expect(pathOf(folders)).toEqual({ kind: 'route', path });
});

it.each(['_lib', 'posts/_lib/x', '(a)/_x'])('%s holds no routes', folders => {
  expect(pathOf(folders)).toEqual({ kind: 'private' });
});

it.each([
  ['feed/(.)photo', '"(.)photo" intercepts another route'],
  ['feed/(..)photo', '"(..)photo" intercepts'],
  ['feed/(..)(..)photo', '"(..)(..)photo" intercepts'],
  ['(...)photo', '"(...)photo" intercepts'],
  ['[...rest]/more', 'the catch-all "[...rest]" is not at the end'],
  ['[[...rest]]/(group)/more', 'the catch-all "[[...rest]]" is not at the end'],
  ['[id]/posts/[id]', 'two segments are named "id"'],
  ['[id]/[...id]', 'two segments are named "id"'],
  ['[[id]]', 'only a catch-all can be'],
  ['[]', 'is no dynamic segment'],
  ['[...]', 'is no dynamic segment'],
  ['[..rest]', 'is no dynamic segment'],
  ['[a]b', 'is no dynamic segment'],
  ['post-[id]', 'is no dynamic segment'],
  ['[a', 'is no dynamic segment'],
  ['[a][b]', 'is no dynamic segment'],
])('%s is a mistake', (folders, reason) => {
  expect(pathOf(folders)).toEqual({ kind: 'problem', reason: expect.stringContaining(reason) });
});

describe('any names', () => {
  const name = fc.stringMatching(/^[a-z]{1,6}$/);
  const folder = fc.oneof(
    name.map(text => ({ folder: text, text })),
    name.map(text => ({ folder: `[${text}x]`, text: `[${text}x]` })),
    name.map(text => ({ folder: `(${text})`, text: undefined })),
    name.map(text => ({ folder: `@${text}`, text: undefined })),
    name.map(text => ({ folder: `%5F${text}`, text: `_${text}` })),
  );

  it('make a path of the folders that are in URLs, which reads back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(folder, { selector: ({ folder }) => folder }), folders => {
        const texts = folders.flatMap(({ text }) => text ?? []);
        const made = routePath(folders.map(({ folder }) => folder));
        expect(made).toEqual({ kind: 'route', path: `/${texts.join('/')}` });
        expect(parsePath(`/${texts.join('/')}`)).toHaveLength(texts.length);
      }),
    );
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'[].(@)_%5Fa') })), names => {
        expect(['route', 'private', 'problem']).toContain(routePath(names).kind);
      }),
    );
  });
});
