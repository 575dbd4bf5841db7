import type { Patient } from './patient.ts';

export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** One thing that is wrong: where (a path, a record, a ref), and what. */
export interface Problem {
  readonly where: string;
  readonly message: string;
}

/** One thing that the doctor looks at. */
export interface Check {
  readonly name: string;
  readonly severity: Severity;
  /** What an error of it says about: the stored data (exit code 3), or what surrounds it (2). */
  readonly concerns: 'data' | 'surroundings';
  /** What it looks for. */
  readonly about: string;
  readonly remedy: string;
  readonly find: (patient: Patient) => Promise<readonly Problem[]>;
  /** Mends what can be mended without losing anything; what is left is found afterwards. */
  readonly fix?: (patient: Patient) => Promise<void>;
}

/** Thrown where a check cannot be made, because something that it needs is not to be had. */
export class Unavailable extends Error {
  constructor(needs: string) {
    super(needs);
    this.name = 'Unavailable';
  }
}
