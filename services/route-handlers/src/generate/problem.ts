/** What can be wrong with a config or its folder, by code, with what to do about it. */
export const problemTable = {
  'unknown-method': 'name it route.<method>.config.ts with get, post, put, delete, patch, options or head',
} as const;

export type ProblemCode = keyof typeof problemTable;

/** Something wrong in one file; the others still generate. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'warning';
  /** Absolute. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** What is wrong, in this case. */
  readonly reason: string;
}
