/** Keys of states and labels of metrics: each key once, a duplicate numbered in the order entered. */
export function numbered(keys: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken);
  return keys.map(key => {
    let unique = key;
    for (let n = 2; used.has(unique); n++) unique = `${key} #${n}`;
    used.add(unique);
    return unique;
  });
}
