import { TrackerError } from '../errors.ts';

/**
 * What an error of a request says about the next step. `gone`: there is no such thing (any more). `invalid`: it will
 * never be taken like this. `transient`: try again. `denied`: the credential is refused. `limited`: come back later.
 */
export type ForgeFailure =
  | { readonly kind: 'notModified' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'invalid'; readonly said: string }
  | { readonly kind: 'denied'; readonly status: number; readonly said: string }
  | { readonly kind: 'limited' }
  | { readonly kind: 'transient'; readonly said: string };

/** A request that failed, sorted. */
export class ForgeRequestError extends Error {
  readonly failure: ForgeFailure;
  /** Whether it was a write, which only whoever has looked again may repeat: its answer may have been lost. */
  readonly isWrite: boolean;

  constructor(failure: ForgeFailure, isWrite: boolean, cause?: unknown) {
    super(failure.kind, { cause });
    this.name = 'ForgeRequestError';
    this.failure = failure;
    this.isWrite = isWrite;
  }
}

type Invalid = ForgeRequestError & { readonly failure: { kind: 'invalid'; said: string } };

/** Whether the forge understood and will never take it like this. */
export function isInvalid(error: unknown): error is Invalid {
  return error instanceof ForgeRequestError && error.failure.kind === 'invalid';
}

export function isGone(error: unknown): boolean {
  return error instanceof ForgeRequestError && error.failure.kind === 'gone';
}

/** Sorts what octokit threw by status and headers. */
export function failureOf(error: unknown): ForgeFailure {
  const status = numberIn(error, 'status');
  const response = objectIn(error, 'response');
  if (response === undefined) return { kind: 'transient', said: saidOf(error) };
  const said = saidOf(error);
  if (status === 304) return { kind: 'notModified' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || (status === 403 && isLimit(response, said))) return { kind: 'limited' };
  if (status === 401 || status === 403) return { kind: 'denied', status, said };
  if (status !== undefined && status >= 400 && status < 500) {
    return { kind: 'invalid', said: faultsIn(objectIn(response, 'data')) ?? said };
  }
  return { kind: 'transient', said };
}

function isLimit(response: object, said: string): boolean {
  const headers = objectIn(response, 'headers') ?? {};
  return (
    ('x-ratelimit-remaining' in headers && headers['x-ratelimit-remaining'] === '0') ||
    'retry-after' in headers ||
    /\bsecondary rate\b/i.test(said)
  );
}

/** The fields that GitHub's validation names, as `field: what is wrong with it`. */
function faultsIn(data: object | undefined): string | undefined {
  if (data === undefined || !('errors' in data) || !Array.isArray(data.errors)) return undefined;
  const faults = data.errors.slice(0, 10).map((fault: unknown) => {
    const field = textIn(fault, 'field') ?? textIn(fault, 'resource') ?? 'it';
    return `${field}: ${textIn(fault, 'message') ?? textIn(fault, 'code') ?? 'refused'}`;
  });
  return faults.length === 0 ? undefined : quoted(faults.join('; '));
}

export function forgeError(failure: ForgeFailure, until: number | undefined): TrackerError {
  if (failure.kind === 'denied') {
    return new TrackerError(
      'AUTH',
      `the forge refused the token (${failure.status}): ${failure.said}`,
      {
        remedy: 'see that FORGE_TOKEN is valid, and may read and write issues of the repository',
      },
    );
  }
  if (failure.kind === 'limited') {
    const when = until === undefined ? 'in an hour' : `at ${new Date(until).toISOString()}`;
    return new TrackerError('FORGE_FAILED', 'the forge takes no more requests for now', {
      remedy: `sync again ${when}; what was carried over so far is kept`,
    });
  }
  if (failure.kind === 'gone') {
    return new TrackerError(
      'FORGE_FAILED',
      'the forge has no such repository, or no issues in it',
      {
        remedy: 'check --forge-repo (or FORGE_REPO) and what FORGE_TOKEN may see',
      },
    );
  }
  const said = 'said' in failure ? failure.said : failure.kind;
  return new TrackerError('FORGE_FAILED', `the forge failed: ${said}`, {
    remedy: 'sync again later; what was carried over so far is kept',
  });
}

export function stopped(cause: unknown): TrackerError {
  return new TrackerError('FORGE_FAILED', 'the sync with the forge was stopped', {
    remedy: 'sync again: it goes on where it stopped',
    cause,
  });
}

function saidOf(error: unknown): string {
  return quoted(error instanceof Error ? error.message : String(error));
}

/** Words of the forge within ours: bounded, on one line, nothing a terminal would obey. */
export function quoted(text: string): string {
  return text
    .slice(0, 300)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .toWellFormed();
}

function objectIn(value: unknown, name: string): object | undefined {
  const found = valueIn(value, name);
  return typeof found === 'object' && found !== null ? found : undefined;
}

function numberIn(value: unknown, name: string): number | undefined {
  const found = valueIn(value, name);
  return typeof found === 'number' ? found : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  const found = valueIn(value, name);
  return typeof found === 'string' ? found : undefined;
}

function valueIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
