import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Change, createCache } from './cache.ts';
import type { KubeObject } from './resource.ts';

interface Shelf extends KubeObject {
  readonly topics: readonly string[];
}

const shelf = (
  name: string,
  version: string,
  topics: readonly string[] = [],
  uid = 'u1',
): Shelf => ({
  metadata: { name, namespace: 'shop', resourceVersion: version, uid },
  topics,
});

function setUp() {
  const errors: unknown[] = [];
  const cache = createCache<Shelf>({
    indexes: { topic: ({ topics }) => topics },
    onError: error => errors.push(error),
  });
  const changes: string[] = [];
  cache.onChange(({ type, key, object }) =>
    changes.push(`${type} ${key} ${object.metadata.resourceVersion}`),
  );
  return { cache, sink: cache.sink(), changes, errors };
}

describe('changes', () => {
  test('are told of what is new, other or gone, and of nothing else', () => {
    const { sink, changes } = setUp();
    sink.replace([shelf('a', '1'), shelf('b', '2')]);
    sink.replace([shelf('b', '2'), shelf('c', '3')]);
    sink.put(shelf('c', '3'));
    sink.put(shelf('c', '4'));
    sink.remove(shelf('b', '5'));
    sink.remove(shelf('b', '5'));
    expect(changes).toEqual([
      'added shop/a 1',
      'added shop/b 2',
      'deleted shop/a 1',
      'added shop/c 3',
      'updated shop/c 4',
      'deleted shop/b 2',
    ]);
  });

  test('of an object made anew under its name are a deletion and an addition', () => {
    const { sink, changes } = setUp();
    sink.put(shelf('a', '1', [], 'u1'));
    sink.put(shelf('a', '2', [], 'u2'));
    expect(changes).toEqual(['added shop/a 1', 'deleted shop/a 1', 'added shop/a 2']);
  });

  test('are told once the cache shows them', () => {
    const { cache, sink } = setUp();
    const seen: unknown[] = [];
    cache.onChange(({ key }) => {
      seen.push([cache.get(key)?.metadata.resourceVersion, cache.size, cache.keysBy('topic', 'x')]);
    });
    sink.put(shelf('a', '1', ['x']));
    sink.put(shelf('a', '2'));
    sink.remove(shelf('a', '2'));
    expect(seen).toEqual([
      ['1', 1, ['shop/a']],
      ['2', 1, []],
      [undefined, 0, []],
    ]);
  });

  test('reach every listener, though one of them throws', () => {
    const { cache, sink, errors } = setUp();
    const broken = new Error('a listener is broken');
    cache.onChange(() => {
      throw broken;
    });
    const told: string[] = [];
    cache.onChange(({ key }) => told.push(key));
    sink.replace([shelf('a', '1'), shelf('b', '2')]);
    expect([told, errors]).toEqual([
      ['shop/a', 'shop/b'],
      [broken, broken],
    ]);
  });
});

describe('replacing', () => {
  test('keeps what it is told to keep as it was', () => {
    const { cache, sink, changes } = setUp();
    sink.replace([shelf('a', '1'), shelf('b', '2')]);
    changes.length = 0;
    sink.replace([], new Set(['shop/b', 'shop/never-heard-of']));
    expect(changes).toEqual(['deleted shop/a 1']);
    expect([...cache.keys()]).toEqual(['shop/b']);
  });
});

describe('an index', () => {
  test('that there is not is an error', () => {
    const { cache } = setUp();
    expect(() => cache.keysBy('colour', 'red')).toThrow('there is no index colour');
  });

  test('is not changed by those who read it', () => {
    const { cache, sink } = setUp();
    sink.put(shelf('a', '1', ['x']));
    const before = cache.keysBy('topic', 'x');
    sink.put(shelf('b', '2', ['x']));
    expect([before, cache.keysBy('topic', 'x')]).toEqual([['shop/a'], ['shop/a', 'shop/b']]);
  });
});

/** Few names, versions and namespaces, so that operations meet. */
const object = fc.record({
  metadata: fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    namespace: fc.constantFrom('n', 'm'),
    resourceVersion: fc.constantFrom('1', '2', '3'),
    uid: fc.constantFrom('u1', 'u2'),
  }),
  topics: fc.subarray(['x', 'y', 'z']),
});
const scope = fc.constantFrom(undefined, 'n', 'm');
const operation = fc.oneof(
  fc.record({ do: fc.constant('put' as const), object }),
  fc.record({ do: fc.constant('remove' as const), object }),
  fc.record({
    do: fc.constant('replace' as const),
    scope,
    objects: fc.uniqueArray(object, { selector: keyOf }),
    keep: fc.subarray(['n/a', 'n/b', 'm/a']),
  }),
);

function keyOf({ metadata: { namespace, name } }: KubeObject): string {
  return `${namespace}/${name}`;
}

/** One object at one version never differs from itself: the first heard of stands for all. */
function createVersions(): (object: Shelf) => Shelf {
  const versions = new Map<string, Shelf>();
  return heard => {
    const { uid, resourceVersion } = heard.metadata;
    const id = `${keyOf(heard)} ${uid} ${resourceVersion}`;
    const version = versions.get(id) ?? heard;
    versions.set(id, version);
    return version;
  };
}

test('equals a plain map under random operations, and so does what its changes add up to', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), operations => {
      const onError = (error: unknown) => expect.unreachable(String(error));
      const cache = createCache<Shelf>({ indexes: { topic: ({ topics }) => topics }, onError });
      const told = new Map<string, Shelf>();
      cache.onChange(change => follow(told, change));
      const model = new Map<string, Shelf>();
      const known = createVersions();
      for (const step of operations) {
        if (step.do === 'put') {
          const { namespace } = step.object.metadata;
          cache.sink(namespace).put(known(step.object));
          model.set(keyOf(step.object), known(step.object));
        } else if (step.do === 'remove') {
          cache.sink().remove(step.object);
          model.delete(keyOf(step.object));
        } else {
          const isInScope = ({ metadata }: KubeObject) =>
            step.scope === undefined || metadata.namespace === step.scope;
          const objects = step.objects.map(known).filter(isInScope);
          cache.sink(step.scope).replace(objects, new Set(step.keep));
          for (const [key, before] of [...model])
            if (isInScope(before) && !step.keep.includes(key)) model.delete(key);
          for (const listed of objects) model.set(keyOf(listed), listed);
        }
        expect(contents(cache.keys(), cache.get.bind(cache))).toEqual(sorted(model));
        expect(sorted(told)).toEqual(sorted(model));
        for (const topic of ['x', 'y', 'z'])
          expect([...cache.keysBy('topic', topic)].sort()).toEqual(
            [...model.keys()].filter(key => model.get(key)?.topics.includes(topic)).sort(),
          );
        expect(cache.size).toBe(model.size);
      }
    }),
  );
});

/** Each change has to fit what was told before: nothing is added twice, or updated or deleted that is not there. */
function follow(told: Map<string, Shelf>, { type, key, object }: Change<Shelf>): void {
  expect(told.has(key)).toBe(type !== 'added');
  if (type === 'deleted') {
    expect(told.get(key)).toBe(object);
    told.delete(key);
    return;
  }
  if (type === 'updated') expect(told.get(key)?.metadata.uid).toBe(object.metadata.uid);
  told.set(key, object);
}

function sorted(objects: ReadonlyMap<string, Shelf>): [string, Shelf][] {
  return [...objects].sort(([a], [b]) => a.localeCompare(b));
}

function contents(
  keys: Iterable<string>,
  get: (key: string) => Shelf | undefined,
): [string, Shelf | undefined][] {
  return [...keys].sort((a, b) => a.localeCompare(b)).map(key => [key, get(key)]);
}
