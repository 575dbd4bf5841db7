/** Exit codes of `picket`, as its help lists them. */
export const exitCode = {
  well: 0,
  /** An alert is true, or the configuration has errors. */
  trouble: 1,
  usage: 2,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
