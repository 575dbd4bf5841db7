import type { Log } from '@picket/monitor';

/** What is to be logged. */
export interface Entry {
  readonly level: keyof Log;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}
