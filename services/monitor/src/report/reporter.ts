import type { Judgement } from '../alert/judgement.ts';

/** A line about the monitor itself, not about a run. `fields` hold no secrets. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** One form of output: a live table, lines of text, or JSON lines. */
export interface Reporter {
  /** Every run, once it is judged. */
  judged(judgement: Judgement): void;
  /** What was said of the probe holds no more. */
  removed(probeId: string): void;
  log(line: LogLine): void;
  /** Leaves the terminal as it was found and hands over what is buffered. */
  close(): void;
}
