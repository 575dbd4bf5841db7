import type { Method } from '../method.ts';

/** A route as a bundle lists it. */
export interface MountedRoute {
  readonly method: Method | Uppercase<Method>;
  /** As in `/posts/[postId]`. */
  readonly path: string;
  /** The exports of the config module: `import * as config from './route.get.config.ts'`. */
  readonly config: unknown;
}

/** A route that nobody has checked yet. */
export interface SourceRoute extends MountedRoute {
  /** Where its config is, if it was found in a folder. */
  readonly file?: string;
}
