import type { Code } from './codes.ts';

/** What was sent, as assertions and templates see it under `response.config`. Shown only where a message names it. */
export interface SentConfig {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

/**
 * What assertions, templates and messages see as `response`.
 * Without an answer only `status`, `statusText`, `time` and `config` are there.
 */
export interface Response {
  /** HTTP status, 200 for a non-HTTP check that succeeded, or a code of the table in `codes.ts`. */
  readonly status: number;
  readonly statusText: string;
  /** Milliseconds from the start of the request to the end of its answer. */
  readonly time: number;
  /** Bytes of the body as assertions see it, after decompression. */
  readonly size?: number;
  /** Names in lower case; a repeated header is joined with `, `. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The parsed body where it is JSON, else its text, or what a non-HTTP protocol answered. `data` is the same. */
  readonly body?: unknown;
  readonly data?: unknown;
  readonly config: SentConfig;
}

/** Parts of a request, in order. An HTTP request that followed redirects has the sum over its hops. */
export type Phase = 'resolve' | 'connect' | 'tls' | 'processing' | 'transfer';

export interface TlsMeasurement {
  /** As OpenSSL names it: `TLSv1.3`. */
  readonly version: string;
  readonly cipher: string;
  /** Unix time in seconds at which the first certificate of the chain expires. */
  readonly earliestExpiry: number;
}

export interface HttpMeasurement {
  /** `1.1`. */
  readonly version: string;
  readonly redirects: number;
  /** Content-Length as the server gave it, -1 without one. */
  readonly contentLength: number;
  /** Bytes after decompression. */
  readonly bodyLength: number;
  /** Last-Modified as Unix time in seconds. */
  readonly lastModified?: number;
}

/** What is measured beside the response, for metrics. */
export interface Measurement {
  /** Unix time in milliseconds. */
  readonly startedAt: number;
  /** Milliseconds in each phase that was reached. */
  readonly phases: Readonly<Partial<Record<Phase, number>>>;
  readonly ipFamily?: 4 | 6;
  readonly tls?: TlsMeasurement;
  readonly http?: HttpMeasurement;
  /** Milliseconds of the echo’s round trip. */
  readonly rtt?: number;
}

/** Why a target did not answer: the first cause wins, later ones are its consequences. */
export interface Failure {
  readonly code: Code;
  /** For people; may hold foreign text, so it passes redaction before it leaves the process. */
  readonly reason: string;
  readonly phase: Phase | 'prepare';
  readonly cause?: unknown;
}

export interface Answered {
  readonly kind: 'answered';
  readonly response: Response;
  readonly measured: Measurement;
}

export interface Failed {
  readonly kind: 'failed';
  readonly response: Response;
  readonly failure: Failure;
  readonly measured: Measurement;
}

/** What one run of one request gave. */
export type Result = Answered | Failed;
