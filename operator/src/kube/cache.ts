import { type KubeObject, keyOf } from './resource.ts';

export interface Change<T> {
  readonly type: 'added' | 'updated' | 'deleted';
  readonly key: string;
  /** As it is now; where deleted, as it was last. */
  readonly object: T;
}

/** What a reflector fills. */
export interface Sink<T> {
  /** These are all there are: what is known beside them is deleted, but for the keys in `keep`. */
  replace(objects: readonly T[], keep?: ReadonlySet<string>): void;
  put(object: T): void;
  remove(object: KubeObject): void;
}

/** The objects of one kind as last heard of, by key and by index. */
export interface Cache<T extends KubeObject> {
  get(key: string): T | undefined;
  keys(): IterableIterator<string>;
  readonly size: number;
  /** Keys of the objects that an index gives this value; throws on an index there is not. */
  keysBy(index: string, value: string): readonly string[];
  /** Told of every change, in order, once the cache shows it. */
  onChange(listener: (change: Change<T>) => void): void;
  /** Where a reflector puts what it hears; one of a namespace replaces only what is there. */
  sink(namespace?: string): Sink<T>;
}

export interface CacheSettings<T extends KubeObject> {
  /** The values an object is to be found by, for each index. */
  readonly indexes?: Readonly<Record<string, (object: T) => readonly string[]>>;
  /** Told what a listener threw; the others are told of the change all the same. */
  readonly onError: (error: unknown) => void;
}

export function createCache<T extends KubeObject>(settings: CacheSettings<T>): Cache<T> {
  return new IndexedCache(settings);
}

class IndexedCache<T extends KubeObject> implements Cache<T> {
  readonly #objects = new Map<string, T>();
  readonly #indexes: ReadonlyMap<string, Index<T>>;
  readonly #listeners: ((change: Change<T>) => void)[] = [];
  readonly #onError: (error: unknown) => void;

  constructor({ indexes = {}, onError }: CacheSettings<T>) {
    this.#indexes = new Map(
      Object.entries(indexes).map(([name, valuesOf]) => [name, new Index(valuesOf)]),
    );
    this.#onError = onError;
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  keys(): IterableIterator<string> {
    return this.#objects.keys();
  }

  get size(): number {
    return this.#objects.size;
  }

  keysBy(index: string, value: string): readonly string[] {
    const found = this.#indexes.get(index);
    if (found === undefined) throw new RangeError(`there is no index ${index}`);
    return found.keysOf(value);
  }

  onChange(listener: (change: Change<T>) => void): void {
    this.#listeners.push(listener);
  }

  sink(namespace?: string): Sink<T> {
    return {
      replace: (objects, keep = new Set()) => this.#replace(objects, keep, namespace),
      put: object => this.#put(object),
      remove: ({ metadata }) => this.#remove(keyOf({ metadata })),
    };
  }

  #replace(objects: readonly T[], keep: ReadonlySet<string>, namespace: string | undefined): void {
    const listed = new Set(objects.map(keyOf));
    const isGone = (key: string, { metadata }: T) =>
      (namespace === undefined || metadata.namespace === namespace) &&
      !listed.has(key) &&
      !keep.has(key);
    const gone = [...this.#objects].filter(([key, object]) => isGone(key, object));
    for (const [key] of gone) this.#remove(key);
    for (const object of objects) this.#put(object);
  }

  #put(object: T): void {
    const key = keyOf(object);
    const known = this.#objects.get(key);
    if (known !== undefined && isSame(known, object)) return;
    // Deleted and made anew while nobody was listening: for those who keep something by uid it is another one.
    if (known !== undefined && known.metadata.uid !== object.metadata.uid) this.#remove(key);
    const before = this.#objects.get(key);
    this.#reindex(key, before, object);
    this.#objects.set(key, object);
    this.#tell({ type: before === undefined ? 'added' : 'updated', key, object });
  }

  #remove(key: string): void {
    const object = this.#objects.get(key);
    if (object === undefined) return;
    this.#reindex(key, object, undefined);
    this.#objects.delete(key);
    this.#tell({ type: 'deleted', key, object });
  }

  #reindex(key: string, before: T | undefined, after: T | undefined): void {
    for (const index of this.#indexes.values()) index.move(key, before, after);
  }

  #tell(change: Change<T>): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

/** Without a version there is nothing to compare, so that it counts as changed. */
function isSame({ metadata: before }: KubeObject, { metadata: after }: KubeObject): boolean {
  return (
    before.resourceVersion !== undefined &&
    before.resourceVersion === after.resourceVersion &&
    before.uid === after.uid
  );
}

/** Keys by a value of their objects. */
class Index<T> {
  readonly #valuesOf: (object: T) => readonly string[];
  readonly #keys = new Map<string, Set<string>>();

  constructor(valuesOf: (object: T) => readonly string[]) {
    this.#valuesOf = valuesOf;
  }

  keysOf(value: string): readonly string[] {
    return [...(this.#keys.get(value) ?? [])];
  }

  /** The values of the new object are worked out first: where that throws, nothing has changed. */
  move(key: string, before: T | undefined, after: T | undefined): void {
    const values = after === undefined ? [] : this.#valuesOf(after);
    for (const value of before === undefined ? [] : this.#valuesOf(before)) this.#drop(value, key);
    for (const value of values) this.#keep(value, key);
  }

  #keep(value: string, key: string): void {
    const keys = this.#keys.get(value);
    if (keys === undefined) this.#keys.set(value, new Set([key]));
    else keys.add(key);
  }

  #drop(value: string, key: string): void {
    const keys = this.#keys.get(value);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(value);
  }
}
