import type { Method } from '../method.ts';

/** One `route.<method>.config.ts`, read. */
export interface RouteMethod {
  readonly method: Method;
  /** File name, without the folder. */
  readonly file: string;
  readonly response: ResponseSlice;
}

/** The part of a config that a browser needs: its response schema and what that is made of, and nothing else. */
export interface ResponseSlice {
  readonly imports: readonly SlicedImport[];
  /** Declarations the schema is made of, as they stand in the config, `export` left out, in their order. */
  readonly statements: readonly string[];
  /** An expression over them for the schema itself. */
  readonly result: string;
}

/** One name that the slice imports. */
export interface SlicedImport {
  readonly source: string;
  /** `default`, `*` or the name in its module. */
  readonly imported: string;
  readonly local: string;
  readonly isType: boolean;
  /** As in ` with { type: 'json' }`; '' where there is none. */
  readonly attributes: string;
}

/** A folder with configs: one route, of one or more methods. */
export interface RouteFolder {
  /** Absolute. */
  readonly folder: string;
  /** As in `/posts/[postId]`. */
  readonly path: string;
  /** In the order of `methods`. */
  readonly methods: readonly RouteMethod[];
}
