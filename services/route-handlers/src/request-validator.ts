import { RouteHandlerError } from './errors.ts';
import type { RouteRequest } from './route-request.ts';
import type { Schema } from './schema/schema.ts';

/**
 * Who is calling. `null` lets an anonymous caller through; throwing rejects the request with 401. It runs before
 * the body is read.
 */
export type AuthFunc<User = unknown> = (
  request: RouteRequest,
) => User | null | Promise<User | null>;

/** The parts of a request that a schema can check, in the order in which their errors are told. */
export const requestParts = ['params', 'searchParams', 'headers', 'body'] as const;

export type RequestPart = (typeof requestParts)[number];

/** What a route accepts; each part is handed to the handler only where it has a schema. */
export interface RequestValidator {
  /** Ignored for GET and HEAD. */
  readonly body?: Schema;
  /** Only for paths with dynamic segments. */
  readonly params?: Schema;
  /** Keys in lower case. */
  readonly headers?: Schema;
  readonly searchParams?: Schema;
  readonly user?: AuthFunc;
  /** Bytes of a body that are read before the request is refused with 413. Default 1,048,576. */
  readonly bodyLimit?: number;
}

type OnlyKnown<V> = { readonly [K in keyof V]: K extends keyof RequestValidator ? V[K] : never };

const known: readonly string[] = [...requestParts, 'user', 'bodyLimit'];

/** Declares what a route accepts. Throws `RH_REQUEST_VALIDATOR` where an option is unknown or of a wrong kind. */
export function createRequestValidator<const V extends RequestValidator>(
  options: V & OnlyKnown<V>,
): V {
  const problems = requestValidatorProblems(options);
  if (problems.length > 0) throw new RouteHandlerError('RH_REQUEST_VALIDATOR', problems.join('; '));
  return Object.freeze({ ...options });
}

/** What is wrong with options that may not have come through `createRequestValidator`. */
export const requestValidatorProblems = (options: object): string[] =>
  Object.entries(options).flatMap(([name, value]) => problemOf(name, value));

function problemOf(name: string, value: unknown): string[] {
  if (!known.includes(name)) return [`"${name}" is no option: there are ${known.join(', ')}`];
  if (name === 'user') {
    return typeof value === 'function' ? [] : ['"user" is to be a function'];
  }
  if (name === 'bodyLimit') {
    return Number.isSafeInteger(value) && Number(value) > 0
      ? []
      : ['"bodyLimit" is to be a whole number of bytes above 0'];
  }
  const isSchema = (typeof value === 'object' || typeof value === 'function') && value !== null;
  return isSchema ? [] : [`"${name}" is to be a schema`];
}
