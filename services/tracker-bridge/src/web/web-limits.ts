/** What a client may take of the server; times in milliseconds. */
export interface WebLimits {
  /** For all headers of a request to arrive. */
  readonly headersMs: number;
  /** For a whole request to arrive. */
  readonly requestMs: number;
  /** How often these two are looked after. */
  readonly checkMs: number;
  /** That a connection may stay open unused. */
  readonly keepAliveMs: number;
  /** For an answer to be read. */
  readonly answerMs: number;
  /** Answers that nobody has read yet, in all; past these, no run is begun. */
  readonly unreadBytes: number;
  readonly bodyBytes: number;
  readonly connections: number;
}

export const defaultWebLimits: WebLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 2_000,
  keepAliveMs: 10_000,
  answerMs: 120_000,
  unreadBytes: 128 * 1024 * 1024,
  bodyBytes: 1024 * 1024,
  connections: 1_000,
};
