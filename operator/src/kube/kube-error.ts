/** Why a call to the API server failed: the `reason` of the server's Status, or one of ours. */
export class KubeError extends Error {
  /** HTTP status; 0 where nothing answered. */
  readonly status: number;
  readonly reason: string;
  /** Milliseconds the server asked us to wait. */
  readonly retryAfter?: number;

  constructor(
    message: string,
    {
      status,
      reason,
      retryAfter,
      cause,
    }: { status: number; reason: string; retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause });
    this.name = 'KubeError';
    this.status = status;
    this.reason = reason;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/** Nothing answered, or the answer broke off. */
export function unreachable(message: string, cause?: unknown): KubeError {
  return new KubeError(message, { status: 0, reason: 'Unreachable', cause });
}

/** The server answered something else than what was asked for. */
export function undecodable(message: string, cause?: unknown): KubeError {
  return new KubeError(message, { status: 0, reason: 'Undecodable', cause });
}

export function isNotFound(error: unknown): boolean {
  return error instanceof KubeError && error.status === 404;
}

export function isConflict(error: unknown): boolean {
  return error instanceof KubeError && error.status === 409 && error.reason === 'Conflict';
}

export function isAlreadyExists(error: unknown): boolean {
  return error instanceof KubeError && error.status === 409 && error.reason === 'AlreadyExists';
}

/** The resource version asked for is too old: what was missed can only be had by listing again. */
export function isExpired(error: unknown): boolean {
  return error instanceof KubeError && (error.status === 410 || error.reason === 'Expired');
}

/**
 * Refused for good: the same call again would be refused again, until somebody changes something. Not for want of
 * rights: a server that has just started knows nobody's yet.
 */
export function isRefused(error: unknown): boolean {
  return error instanceof KubeError && [400, 405, 413, 422].includes(error.status);
}
