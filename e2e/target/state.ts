const states = ['up', 'broken', 'failing', 'silent', 'closed'] as const;

/**
 * `broken`: /health answers 503. `failing`: everything answers 500. `silent`: takes connections and never answers.
 * `closed`: takes no connections.
 */
export type TargetState = (typeof states)[number];

export function isTargetState(text: string | undefined): text is TargetState {
  return states.some(state => state === text);
}

export const ports = { http: 8080, control: 8081, till: 8082 } as const;
