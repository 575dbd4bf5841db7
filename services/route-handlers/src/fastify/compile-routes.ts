import { messageOf } from '../error-message.ts';
import { type CompiledRoute, compileRoute } from '../execute/compile-route.ts';
import { isMethod } from '../method.ts';
import { findPathConflicts } from '../path/path-conflicts.ts';
import { routePath } from '../path/route-path.ts';
import type { SourceRoute } from './source-route.ts';

export interface CompiledRoutes {
  readonly routes: readonly CompiledRoute[];
  /** What is wrong with the others, each with the route's name. */
  readonly problems: readonly string[];
}

/** Compiles routes. `bodyLimit`: bytes, where a config names none; default 1,048,576. */
export function compileRoutes(sources: readonly SourceRoute[], bodyLimit?: number): CompiledRoutes {
  const problems: string[] = [];
  const routes = sources.flatMap(source => {
    try {
      return [compile(source, bodyLimit)];
    } catch (error) {
      const reason = messageOf(error);
      problems.push(source.file === undefined ? reason : `${source.file}: ${reason}`);
      return [];
    }
  });
  return { routes, problems: [...problems, ...conflicts(sources)] };
}

/** Throws with the route's method and path. */
function compile({ method, path, config }: SourceRoute, bodyLimit?: number): CompiledRoute {
  const name = method.toLowerCase();
  if (!isMethod(name)) throw new TypeError(`${method} ${path}: "${method}" is no method`);
  const made = routePath(path.split('/').filter(text => text !== ''));
  if (made.kind === 'problem') {
    throw new TypeError(`${method.toUpperCase()} ${path}: ${made.reason}`);
  }
  const source = { method: name, path, config };
  return compileRoute(bodyLimit === undefined ? source : { ...source, bodyLimit });
}

function conflicts(sources: readonly SourceRoute[]): string[] {
  const placed = sources.flatMap(({ file, method, path }) => {
    const known = method.toLowerCase();
    const name = file ?? `${method.toUpperCase()} ${path}`;
    return isMethod(known) ? [{ name, path, methods: [known] }] : [];
  });
  return findPathConflicts(placed).map(
    ({ first, second, reason }) => `${second.name}: ${reason} (see ${first.name})`,
  );
}
