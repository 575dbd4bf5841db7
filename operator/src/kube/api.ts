import type { KubeError } from './kube-error.ts';
import type { KubeObject, Place, Resource } from './resource.ts';

export interface CallOptions {
  /** Ends the call; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call. Default 10 s. */
  readonly timeout?: number;
}

export interface ListOptions extends CallOptions {
  readonly labelSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact';
}

/** An object in a list or a watch that its resource could not decode. The others are not held up by it. */
export interface Undecodable {
  /** Which one it is; undefined where not even that can be said. */
  readonly object?: KubeObject;
  /** Its reason is `Undecodable`. */
  readonly error: KubeError;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Absent where every object could be decoded. */
  readonly undecodable?: readonly Undecodable[];
  readonly resourceVersion: string;
  /** Where the next page begins; undefined on the last. */
  readonly continue?: string;
}

export interface WatchOptions {
  readonly labelSelector?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan';
  /** Asks for the objects there are as added events first, ended by a bookmark (WatchList). */
  readonly sendInitialEvents?: boolean;
  /** Seconds after which the server ends the watch. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | ({ readonly type: 'UNDECODABLE'; readonly isDeleted: boolean } & Undecodable)
  | {
      readonly type: 'BOOKMARK';
      readonly resourceVersion: string;
      /** The objects there were have all been sent. */
      readonly endsInitialEvents: boolean;
    };

/**
 * The API server. Every call rejects with a `KubeError`: with the status the server answered, or with the
 * reason `Unreachable` where it did not, or `Undecodable` where the answer was not what it should be. Nothing is
 * tried again in here.
 */
export interface KubeApi {
  get<T extends KubeObject>(resource: Resource<T>, place: Place, options?: CallOptions): Promise<T>;
  list<T extends KubeObject>(
    resource: Resource<T>,
    place: Place,
    options?: ListOptions,
  ): Promise<Page<T>>;
  /**
   * Ends when the server ends it, and where nothing was heard for two and a half minutes, lest its connection has
   * died in silence. Throws the error the server sends in the stream, such as 410.
   */
  watch<T extends KubeObject>(
    resource: Resource<T>,
    place: Place,
    options: WatchOptions,
  ): AsyncIterable<WatchEvent<T>>;
  create<T extends KubeObject>(
    resource: Resource<T>,
    place: Place,
    object: KubeObject,
    options?: CallOptions,
  ): Promise<T>;
  /** PUT: rejects with 409 where `metadata.resourceVersion` is no longer the newest. */
  replace<T extends KubeObject>(
    resource: Resource<T>,
    place: Place,
    object: KubeObject,
    options?: CallOptions,
  ): Promise<T>;
  /** A JSON merge patch (RFC 7386). */
  patch<T extends KubeObject>(
    resource: Resource<T>,
    place: Place,
    patch: unknown,
    options?: CallOptions,
  ): Promise<T>;
  remove(
    resource: Resource<KubeObject>,
    place: Place,
    options?: CallOptions & { readonly uid?: string },
  ): Promise<void>;
}
