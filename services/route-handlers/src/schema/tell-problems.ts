const mostTold = 8;

/** Validation problems as one message: the first eight, and how many more there are. */
export function tellProblems(problems: readonly string[]): string {
  const told = problems.slice(0, mostTold).join(', ');
  const untold = problems.length - mostTold;
  return untold > 0 ? `${told}, and ${untold} more` : told;
}
