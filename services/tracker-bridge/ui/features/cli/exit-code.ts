/** What the command's exit codes mean, as its documentation has it. */
const meanings: Readonly<Record<number, string>> = {
  0: 'well',
  1: 'mend the call',
  2: 'mend the machine, the repository or the credentials',
  3: 'the data is damaged',
  4: 'somebody else’s service failed',
};

export function exitCodeMeaning(exitCode: number, signal: string | null): string {
  if (signal !== null) return `ended by ${signal}`;
  return meanings[exitCode] ?? 'no exit code of the tracker';
}
