/**
 * Every error the bridge makes, by code: one a status, so that a client may go by either. `docs/tracker-web.md` lists
 * the same table; a test holds the two together.
 */
export const errorTable = {
  BAD_REQUEST: { status: 400, means: 'the request or its argv is not what may be asked for' },
  UNAUTHORIZED: { status: 401, means: 'the bearer token is missing or wrong' },
  FORBIDDEN: { status: 403, means: 'the Host, the Origin or the subcommand is not allowed here' },
  NOT_FOUND: { status: 404, means: 'there is no such page or endpoint' },
  METHOD_NOT_ALLOWED: { status: 405, means: 'the path is there, but not for this method' },
  TOO_SLOW: { status: 408, means: 'the request did not arrive in time' },
  TOO_LARGE: { status: 413, means: 'the request is larger than 1 MiB' },
  PATH_TOO_LONG: { status: 414, means: 'the path is longer than any that is served' },
  NOT_JSON: { status: 415, means: 'the content type is not application/json' },
  BUSY: { status: 429, means: 'as many runs as may wait are waiting' },
  HEADERS_TOO_LARGE: { status: 431, means: 'the headers are larger than 16 KiB' },
  INTERNAL: { status: 500, means: 'a defect of the bridge; its log says more' },
  OUTPUT_LIMIT: { status: 502, means: 'the command printed more than may be kept' },
  UNAVAILABLE: { status: 503, means: 'the server is stopping, or cannot start the command' },
  TIMED_OUT: { status: 504, means: 'the command did not end in time' },
  SETTINGS: {
    status: null,
    means: 'the environment variables or arguments have mistakes; nothing starts',
  },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** An error for whoever called; its message says where and what to do. */
export class BridgeError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = errorTable[code].means, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BridgeError';
    this.code = code;
  }

  /** Settings are read before anybody can ask. */
  get status(): number {
    return errorTable[this.code].status ?? errorTable.INTERNAL.status;
  }
}

/** What both servers answer where they refuse; the hooks of route-handlers read `message`. */
export interface ErrorBody {
  readonly ok: false;
  readonly error: ErrorCode;
  readonly message: string;
}

/** The body for an HTTP status of the table: the code follows from it. */
export function errorBody(status: number, message: string): ErrorBody {
  return { ok: false, error: codeOfStatus(status), message };
}

/** What the table says of a status, for where nothing more is known than its name. */
export const meaningOf = (status: number): string => errorTable[codeOfStatus(status)].means;

/** The nearest status of the table. */
export function listedStatus(status: number): number {
  return new BridgeError(codeOfStatus(status)).status;
}

function codeOfStatus(status: number): ErrorCode {
  const codes = Object.keys(errorTable).filter(isErrorCode);
  const code = codes.find(one => errorTable[one].status === status);
  return code ?? (status >= 500 ? 'INTERNAL' : 'BAD_REQUEST');
}

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorTable, name);
