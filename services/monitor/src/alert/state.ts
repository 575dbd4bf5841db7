/**
 * What one run says of one alert: it is true; it is false and an answer says so; or nothing can be said,
 * because the assertion could not be evaluated, nothing answered, or the request was skipped.
 */
export type Outcome = 'true' | 'success' | 'unknown';

export interface Thresholds {
  readonly incident: number;
  readonly recovery: number;
}

/** The state of one alert of one request. Times are Unix milliseconds. */
export interface AlertState {
  readonly status: 'normal' | 'incident';
  /** Results in a row towards the other status: true ones in normal, successes in an incident. */
  readonly streak: number;
  /** When the first result of the streak came; absent while the streak is 0. */
  readonly streakSince?: number;
  /** When the first true result of the present incident came; absent in normal. */
  readonly beganAt?: number;
  /** How many transitions there have been: the last part of a transition's id. */
  readonly sequence: number;
}

export const restingState: AlertState = { status: 'normal', streak: 0, sequence: 0 };

export interface Step {
  readonly state: AlertState;
  readonly transition?: 'incident' | 'recovery';
}

/** One row of the specification's table "States and transitions" for one result. Pure. */
export function step(
  state: AlertState,
  outcome: Outcome,
  at: number,
  thresholds: Thresholds,
): Step {
  return state.status === 'normal'
    ? stepNormal(state, outcome, at, thresholds.incident)
    : stepIncident(state, outcome, at, thresholds.recovery);
}

function stepNormal(state: AlertState, outcome: Outcome, at: number, threshold: number): Step {
  if (outcome !== 'true') return { state: withoutStreak(state) };
  const streak = state.streak + 1;
  const streakSince = state.streakSince ?? at;
  if (streak < threshold) return { state: { ...state, streak, streakSince } };
  return {
    state: { status: 'incident', streak: 0, beganAt: streakSince, sequence: state.sequence + 1 },
    transition: 'incident',
  };
}

function stepIncident(state: AlertState, outcome: Outcome, at: number, threshold: number): Step {
  if (outcome !== 'success') return { state: withoutStreak(state) };
  const streak = state.streak + 1;
  if (streak < threshold)
    return { state: { ...state, streak, streakSince: state.streakSince ?? at } };
  return {
    state: { status: 'normal', streak: 0, sequence: state.sequence + 1 },
    transition: 'recovery',
  };
}

/** Returns the same object where nothing changes, so that callers can compare by identity. */
function withoutStreak(state: AlertState): AlertState {
  if (state.streak === 0) return state;
  const { streakSince: _, ...rest } = state;
  return { ...rest, streak: 0 };
}
