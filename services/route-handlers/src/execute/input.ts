import type { RequestPart } from '../request-validator.ts';

/** What a handler is called with, as it is gathered. */
export type Input = { [K in RequestPart | 'user']?: unknown };
