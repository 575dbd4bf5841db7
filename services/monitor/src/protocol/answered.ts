import type { Sent } from './failed.ts';
import type { Answered } from './result.ts';

export interface AnsweredCheck extends Sent {
  /** What the target answered, read as `response.body` and `response.data`. */
  readonly body: unknown;
}

/** The result of a check without HTTP that succeeded: status 200. */
export function answered({ body, config, time, measured }: AnsweredCheck): Answered {
  return {
    kind: 'answered',
    response: { status: 200, statusText: 'OK', time, body, data: body, config },
    measured,
  };
}
