/**
 * What became of a part of the source:
 * - `carried`: it is in the probe, worth telling (an auth that became a header);
 * - `changed`: it is in the probe in another form than it was written;
 * - `left-out`: it is not in the probe, which does well without it;
 * - `incomplete`: it is not in the probe, which would send something else without it, so the probe is suspended.
 */
export type Fate = 'carried' | 'changed' | 'left-out' | 'incomplete';

export interface Finding {
  readonly fate: Fate;
  /** Where it stands in the file: `item[0].request.auth`. */
  readonly source: string;
  /** What it is and why, for people, without its end mark: `the script runs in Postman alone`. Never a secret. */
  readonly message: string;
}
