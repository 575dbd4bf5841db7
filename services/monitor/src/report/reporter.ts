import type { Judgement } from '../alert/judgement.ts';
import type { Log } from './log.ts';

/** One form of output: a live table, lines of text, or JSON lines. Disposed, it leaves the terminal as it was found. */
export interface Reporter extends Disposable {
  readonly log: Log;
  /** Every run, once it is judged. */
  judged(judgement: Judgement): void;
  /** What was said of the probe holds no more. */
  removed(probeId: string): void;
}
