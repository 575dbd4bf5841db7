import type { WatchEvent } from './api.ts';
import { type KubeObject, keyOf } from './resource.ts';

/** What a WatchList has sent so far. It counts only once it is whole: half of it would delete the other half. */
export class InitialObjects<T extends KubeObject> {
  readonly #objects = new Map<string, T>();
  readonly #keep = new Set<string>();

  apply(event: WatchEvent<T>): void {
    if (event.type === 'BOOKMARK' || event.object === undefined) return;
    const key = keyOf(event.object);
    // Changes made meanwhile come among the initial events.
    const isDeleted = event.type === 'DELETED' || (event.type === 'UNDECODABLE' && event.isDeleted);
    if (isDeleted) this.#forget(key);
    else if (event.type === 'UNDECODABLE') this.#keep.add(key);
    else this.#objects.set(key, event.object);
  }

  objects(): readonly T[] {
    return [...this.#objects.values()];
  }

  /** Keys of objects that are there, though nothing new can be said of them. */
  get keep(): ReadonlySet<string> {
    return this.#keep;
  }

  #forget(key: string): void {
    this.#objects.delete(key);
    this.#keep.delete(key);
  }
}
