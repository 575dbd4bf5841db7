/** Biome's natural order: numbers by value, letters A < a < B < b, `_` before `$` before the rest. */
export function compareNatural(first: string, second: string): number {
  const pieces = [first.match(/\d+|\D/gu) ?? [], second.match(/\d+|\D/gu) ?? []] as const;
  for (const [n, piece] of pieces[0].entries()) {
    const other = pieces[1][n];
    if (other === undefined) return 1;
    const order = isNumber(piece) && isNumber(other) ? Number(piece) - Number(other) : 0;
    const difference = order || rank(piece) - rank(other);
    if (difference !== 0) return difference;
  }
  return pieces[0].length - pieces[1].length;
}

const isNumber = (piece: string): boolean => /^\d/.test(piece);

function rank(piece: string): number {
  if (piece === '_') return 2 * 0x24 - 1;
  const lower = piece.toLowerCase();
  return 2 * (lower.codePointAt(0) ?? 0) + Number(piece === lower);
}
