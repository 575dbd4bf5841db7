import type { Response } from '../protocol/result.ts';

/** A compiled assertion: immutable, free of side effects, safe on any response. */
export interface Assertion {
  readonly text: string;
  /**
   * Whether the assertion is true of the response, or `unknown` where it reads something that is not there
   * (without a short circuit passing it by) or compares what cannot be compared.
   */
  evaluate(response: Response): boolean | 'unknown';
}
