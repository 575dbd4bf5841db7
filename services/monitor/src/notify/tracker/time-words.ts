/** `2026-01-01 00:00:00 UTC` */
export function wordTime(unixMs: number): string {
  return `${new Date(unixMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** In the greatest unit that fits and the next smaller one: `2 hours 5 minutes`. */
export function wordDuration(ms: number): string {
  const first = units.findIndex(([, length]) => ms >= length);
  if (first === -1) return 'less than a second';
  let rest = ms;
  const words = units.slice(first, first + 2).flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  });
  return words.join(' ');
}
