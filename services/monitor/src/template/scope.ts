import type { Response } from '../protocol/result.ts';

/** The values expressions can read. What is absent is not available where the template stands. */
export interface Scope {
  readonly env: Readonly<Record<string, string>>;
  /** Responses of this run by index of the request; undefined where it failed, was skipped or has not run. */
  readonly responses: readonly (Response | undefined)[];
  /** Date of sending. */
  readonly now: () => Date;
  /** Told of every value taken from `env` or a response, so that it can be redacted later. */
  readonly onSecret: (value: string) => void;
  /** Only in messages. */
  readonly response?: Response;
  readonly probe?: { readonly id: string; readonly name: string };
  readonly alert?: { readonly name: string; readonly assertion: string };
  /** Of the names that only the place has. */
  readonly values?: Readonly<Record<string, unknown>>;
}
