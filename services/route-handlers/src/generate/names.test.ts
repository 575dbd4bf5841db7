import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameRoutes } from './names.ts';

const nameOf = (path: string) => nameRoutes([path]).get(path);

test.each([
  ['/', 'Root'],
  ['/posts', 'Posts'],
  ['/posts/[postId]/comments', 'PostsPostIdComments'],
  ['/docs/[...rest]', 'DocsRest'],
  ['/docs/[[...all_of_it]]', 'DocsAllOfIt'],
  ['/user-profile/my settings/v1.2', 'UserProfileMySettingsV12'],
  ['/404', 'Route404'],
  ['/route', 'RouteRoute'],
  ['/größe/日本', 'Größe日本'],
  ['/🎉', 'U1f389'],
  ['/+', 'U2b'],
  ['/snake_case/$cash', 'SnakeCaseCash'],
])('%s is named %s', (path, name) => {
  expect(nameOf(path)).toBe(name);
});

describe('paths that would have one name', () => {
  test('say what is dynamic', () => {
    const names = nameRoutes(['/posts/id', '/posts/[id]', '/posts/other']);
    expect([...names].sort()).toEqual([
      ['/posts/[id]', 'PostsIdParam'],
      ['/posts/id', 'PostsId'],
      ['/posts/other', 'PostsOther'],
    ]);
  });

  test('are numbered where that does not help, whatever the order they come in', () => {
    const paths = ['/a-b', '/a.b', '/a/b', '/a/b2'];
    const names = nameRoutes(paths);
    expect(nameRoutes(paths.toReversed())).toEqual(names);
    expect(new Set(names.values()).size).toBe(4);
    expect(names.get('/a/b2')).toBe('AB2');
  });
});

test('any folder names give different names that are identifiers', () => {
  const segment = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 6 })
    .filter(text => !/[/\p{Cs}]/u.test(text));
  const path = fc.array(segment, { maxLength: 3 }).map(segments => `/${segments.join('/')}`);
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), paths => {
      const names = nameRoutes(paths);
      expect(new Set(names.values()).size).toBe(paths.length);
      for (const path of paths) {
        expect(names.get(path)).toMatch(/^\p{ID_Start}\p{ID_Continue}*$/u);
      }
    }),
  );
});
