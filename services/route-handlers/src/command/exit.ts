/** Exit codes of `route-handlers`, as its help lists them. */
export const exitCode = {
  well: 0,
  /** A config has errors, a file could not be written, or a check found one out of date. */
  trouble: 1,
  usage: 2,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
