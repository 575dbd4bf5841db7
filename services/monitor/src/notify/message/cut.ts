/** At most `longest` UTF-16 units, whole characters only. */
export function cut(text: string, longest: number): string {
  const short = text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
  return short.toWellFormed();
}
