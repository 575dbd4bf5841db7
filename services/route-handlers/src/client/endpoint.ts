import type { Method } from '../method.ts';
import type { RequestPart, RequestValidator } from '../request-validator.ts';
import type { InputOf, OutputOf, Schema } from '../schema/schema.ts';

/** The types of a config module, which generated code imports as types only. */
export interface EndpointTypes {
  readonly requestValidator: RequestValidator;
  readonly responseValidator: Schema;
}

declare const types: unique symbol;

/** What a browser knows of a route: never its handler. */
export interface Endpoint<T extends EndpointTypes = EndpointTypes> {
  readonly method: Uppercase<Method>;
  /** As in `/posts/[postId]`. */
  readonly path: string;
  /** The schema of a success; made when it is first needed. */
  readonly response: () => Schema;
  readonly [types]?: T;
}

export interface CallOptions {
  /** Aborts the call. */
  readonly abortController?: AbortController;
  /** Milliseconds after which the call is aborted. Default 10,000. */
  readonly timeoutMs?: number;
}

/** Whether a call may leave the part out: the server reads what is not sent as an object without properties. */
type IsOptional<Part> = Record<never, never> extends Part ? true : false;

type PartInputs<V> = {
  readonly [K in keyof V & RequestPart as IsOptional<InputOf<V[K]>> extends true
    ? never
    : K]: InputOf<V[K]>;
} & {
  readonly [K in keyof V & RequestPart as IsOptional<InputOf<V[K]>> extends true ? K : never]?:
    | InputOf<V[K]>
    | undefined;
};

/** What a call sends: the parts its validator defines, optional where none of theirs is required, and options. */
export type CallInput<T extends EndpointTypes> = PartInputs<T['requestValidator']> & {
  readonly options?: CallOptions;
};

/** The arguments of a call; none are needed where no part is. */
export type CallArguments<T extends EndpointTypes> =
  Partial<CallInput<T>> extends CallInput<T> ? [input?: CallInput<T>] : [input: CallInput<T>];

export type CallOutput<T extends EndpointTypes> = OutputOf<T['responseValidator']>;

export const defineEndpoint = <T extends EndpointTypes>(endpoint: Endpoint<T>): Endpoint<T> =>
  endpoint;
