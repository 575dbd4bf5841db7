const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** Milliseconds in words, of the two largest units: `2 h 5 min`. */
export function wordDuration(ms: number): string {
  let rest = Math.max(0, Math.round(ms / 1000));
  const words: string[] = [];
  for (const [unit, seconds] of units) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) words.push(`${count} ${unit}`);
    else if (words.length > 0) break;
    if (words.length === 2) break;
  }
  return words.join(' ') || '0 s';
}
