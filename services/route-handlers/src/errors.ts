/** Every error this package makes, by code. `docs/route-handlers.md` lists the same table; a test holds the two together. */
export const errorTable = {
  RH_REQUEST_VALIDATOR: 'createRequestValidator was called wrongly',
  RH_RESPONSE: 'a response was made wrongly',
  RH_CONFIG: 'a route config cannot be used',
  RH_PATH: 'a path cannot be made from these params',
  RH_CALL: 'a call cannot be sent as it was made',
  RH_USAGE: 'the command was called wrongly',
} as const;

export type ErrorCode = keyof typeof errorTable;

/** A mistake of the developer, with a code of the table; its message says where and what to do. */
export class RouteHandlerError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = errorTable[code], options?: ErrorOptions) {
    super(message, options);
    this.name = 'RouteHandlerError';
    this.code = code;
  }
}
