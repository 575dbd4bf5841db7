/** The parts of a variable that lists them with commas between; none where it is not set. */
export const commaList = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
