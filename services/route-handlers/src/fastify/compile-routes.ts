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
      problems.push(`${source.name}: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  return { routes, problems: [...problems, ...conflicts(sources)] };
}

function compile({ method, path, config }: SourceRoute, bodyLimit?: number): CompiledRoute {
  const name = method.toLowerCase();
  if (!isMethod(name)) throw new TypeError(`"${method}" is no method`);
  const made = routePath(path.split('/').filter(text => text !== ''));
  if (made.kind === 'problem') throw new TypeError(made.reason);
  const source = { method: name, path, config };
  return compileRoute(bodyLimit === undefined ? source : { ...source, bodyLimit });
}

function conflicts(sources: readonly SourceRoute[]): string[] {
  const placed = sources.flatMap(({ name, method, path }) => {
    const known = method.toLowerCase();
    return isMethod(known) ? [{ name, path, methods: [known] }] : [];
  });
  return findPathConflicts(placed).map(
    ({ first, second, reason }) => `${second.name}: ${reason} (see ${first.name})`,
  );
}
