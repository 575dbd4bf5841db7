import type { Code } from './protocol/codes.ts';

/** Every error Picket makes, by code. `docs/errors.md` lists the same table; a test holds the two together. */
export const errorTable = {
  PKT_CONFIG_INVALID: 'the configuration has errors',
  PKT_CONFIG_UNREADABLE: 'the configuration file cannot be read',
  PKT_CONFIG_NOT_FOUND: 'no configuration file was given or found',
  PKT_IMPORT_INVALID: 'the file cannot be imported',
  PKT_IMPORT_UNREADABLE: 'the file to import cannot be read',
  PKT_OUTPUT: 'what was made cannot be written',
  PKT_PREPARE: 'the request cannot be sent',
  PKT_TEMPLATE_MISSING: 'an expression refers to a value that is not there',
  PKT_EGRESS_DENIED: 'the address is denied by the egress policy',
  PKT_STATE_UNREADABLE: 'the state file cannot be used',
  PKT_STATE_IN_USE: 'the state file is in use by another process',
  PKT_HISTORY_UNREADABLE: 'the history file cannot be used',
  PKT_HISTORY_UNAVAILABLE: 'the history cannot be written or read now',
  PKT_DELIVERY_FAILED: 'the notification was not taken by its receiver',
  PKT_PORT_IN_USE: 'another process listens on the port',
  PKT_USAGE: 'the command was called wrongly',
} as const;

export type ErrorCode = keyof typeof errorTable;

/** An error with a code of the table; its message is for the user and says what to do. */
export class PicketError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = errorTable[code], options?: ErrorOptions) {
    super(message, options);
    this.name = 'PicketError';
    this.code = code;
  }
}

/** The rendered entry can't be sent; the run reports `status` with the message as its reason. */
export class PrepareError extends PicketError {
  readonly status: Code;

  constructor(status: Code, message: string, options?: ErrorOptions) {
    super('PKT_PREPARE', message, options);
    this.status = status;
  }
}
