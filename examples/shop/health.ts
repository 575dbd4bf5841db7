/** How long the shop stays well and how long it stays broken, in milliseconds, over and over. */
export interface HealthCycle {
  readonly healthyFor: number;
  readonly brokenFor: number;
}

/** Whether the shop is well, `elapsed` milliseconds after it opened. A shop opens well. */
export function isHealthy(elapsed: number, { healthyFor, brokenFor }: HealthCycle): boolean {
  return brokenFor === 0 || elapsed % (healthyFor + brokenFor) < healthyFor;
}
