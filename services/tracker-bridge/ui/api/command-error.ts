import * as Type from 'typebox';
import { Check } from 'typebox/value';

const failure = Type.Object({
  ok: Type.Literal(false),
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    remedy: Type.Optional(Type.String()),
    problems: Type.Optional(Type.Array(Type.String())),
  }),
});

/** What a run came to, as far as its errors go. */
export interface Ended {
  readonly exitCode: number;
  readonly stderr: string;
  readonly json: unknown;
}

/** The command said no. */
export class CommandError extends Error {
  readonly code: string;
  /** What to do about it. */
  readonly remedy: string | undefined;
  readonly problems: readonly string[];

  constructor({ exitCode, stderr, json }: Ended) {
    const told = Check(failure, json) ? json.error : undefined;
    super(told?.message ?? (stderr.trim() || `the command ended with exit code ${exitCode}`));
    this.name = 'CommandError';
    this.code = told?.code ?? 'UNKNOWN';
    this.remedy = told?.remedy;
    this.problems = told?.problems ?? [];
  }
}
