import type { CompiledAlert, CompiledRequest } from '../probe/compiled.ts';
import type { Response, Result } from '../protocol/result.ts';
import type { Outcome } from './state.ts';

/** What a run says of one alert; `none` where it says nothing at all and the alert's streak stays as it is. */
export interface AlertOutcome {
  readonly alert: CompiledAlert;
  readonly outcome: Outcome | 'none';
}

/** Whether the target answered: codes below 100 and 599 stand for what kept it from that. */
export function isAnswer(response: Response): boolean {
  return response.status >= 100 && response.status <= 598;
}

/** Judges a request's result by each of its alerts; without a result, the request was skipped. */
export function outcomesOf(request: CompiledRequest, result: Result | undefined): AlertOutcome[] {
  if (result === undefined) return request.alerts.map(skipped);
  const { response } = result;
  const answered = isAnswer(response);
  const authored: Outcome[] = [];
  return request.alerts.map(alert => {
    if (alert.condition === 'unreachable') {
      return { alert, outcome: unreachable(answered, authored) };
    }
    if (alert.condition === 'assertion-error') {
      return { alert, outcome: assertionError(answered, authored) };
    }
    const outcome = outcomeOf(alert.condition.evaluate(response), answered);
    authored.push(outcome);
    return { alert, outcome };
  });
}

function outcomeOf(isTrue: boolean | 'unknown', answered: boolean): Outcome {
  if (isTrue === 'unknown') return 'unknown';
  if (isTrue) return 'true';
  return answered ? 'success' : 'unknown';
}

/** One outage is one incident: an author's alert that is true of the code already tells of it. */
function unreachable(answered: boolean, authored: readonly Outcome[]): Outcome {
  if (answered) return 'success';
  return authored.includes('true') ? 'unknown' : 'true';
}

/** Counts over answered requests only: an error page between refusals goes on counting. */
function assertionError(answered: boolean, authored: readonly Outcome[]): Outcome | 'none' {
  if (!answered) return 'none';
  return authored.includes('unknown') ? 'true' : 'success';
}

function skipped(alert: CompiledAlert): AlertOutcome {
  return { alert, outcome: alert.condition === 'assertion-error' ? 'none' : 'unknown' };
}
