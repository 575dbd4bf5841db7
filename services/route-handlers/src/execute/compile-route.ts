import { messageOf } from '../error-message.ts';
import { RouteHandlerError } from '../errors.ts';
import { bodyUse, type Method } from '../method.ts';
import { parsePath, type Segment } from '../path/segment.ts';
import {
  type AuthFunc,
  type RequestPart,
  type RequestValidator,
  requestParts,
} from '../request-validator.ts';
import type { AnyRouteConfig } from '../route-config.ts';
import { compileValidator, type Validator } from '../schema/validator.ts';
import { configProblems, isRouteConfig } from './config-problems.ts';

const defaultBodyLimit = 1_048_576;

/** One part of a request with the schema that checks it, compiled. */
export interface CompiledPart {
  readonly name: RequestPart;
  readonly validator: Validator;
}

/** A route, checked and made ready once; what `execute` runs on each request. */
export interface CompiledRoute {
  readonly method: Method;
  /** As in `/posts/[postId]`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly config: AnyRouteConfig;
  readonly user: AuthFunc | undefined;
  readonly handler: AnyRouteConfig['handler'];
  /** The parts that are checked, in the order in which their errors are told. */
  readonly parts: readonly CompiledPart[];
  /** `read`: for its validator; `empty`: the handler gets {}; `none`: the handler gets no `body`. */
  readonly body: 'read' | 'empty' | 'none';
  /** Bytes. */
  readonly bodyLimit: number;
}

export interface RouteSource {
  readonly method: Method;
  /** As in `/posts/[postId]`. */
  readonly path: string;
  /** The exports of a config module, which nobody has checked yet. */
  readonly config: unknown;
  /** Bytes of a body that are read where the config names no limit. Default 1,048,576. */
  readonly bodyLimit?: number;
}

/** Checks a config and compiles its schemas. Throws `RH_CONFIG` with all that is wrong with it. */
export function compileRoute({
  method,
  path,
  config,
  bodyLimit = defaultBodyLimit,
}: RouteSource): CompiledRoute {
  const segments = parsePath(path);
  const problems = configProblems(config, segments);
  if (!isRouteConfig(config, problems)) throw refusal(method, path, problems);
  const { requestValidator } = config;
  const body = bodyOf(method, requestValidator);
  const parts = compileParts(requestValidator, body, problems);
  if (problems.length > 0) throw refusal(method, path, problems);
  return {
    method,
    path,
    segments,
    config,
    user: requestValidator.user,
    handler: config.handler,
    parts,
    body,
    bodyLimit: requestValidator.bodyLimit ?? bodyLimit,
  };
}

function bodyOf(method: Method, { body }: RequestValidator): CompiledRoute['body'] {
  const use = bodyUse[method];
  if (use !== 'never' && body !== undefined) return 'read';
  return use === 'always' ? 'empty' : 'none';
}

/** Adds a problem for each schema that doesn't compile. */
function compileParts(
  validator: RequestValidator,
  body: CompiledRoute['body'],
  problems: string[],
): CompiledPart[] {
  return requestParts.flatMap(name => {
    const schema = validator[name];
    if (schema === undefined || (name === 'body' && body !== 'read')) return [];
    try {
      return [{ name, validator: compileValidator(schema, name) }];
    } catch (error) {
      problems.push(`the schema of "${name}" does not compile: ${messageOf(error)}`);
      return [];
    }
  });
}

const refusal = (method: Method, path: string, problems: readonly string[]): RouteHandlerError =>
  new RouteHandlerError('RH_CONFIG', `${method.toUpperCase()} ${path}: ${problems.join('; ')}`);
