/** Two places after the point are enough for a table. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A title, and rows in columns that are named after their fields. */
export function print(title: string, rows: readonly object[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map(row => Object.values(row).map(String))];
  const widths = columns.map((_, n) => Math.max(...cells.map(line => line[n]?.length ?? 0)));
  const lines = cells.map(line => line.map((cell, n) => cell.padStart(widths[n] ?? 0)).join('  '));
  process.stdout.write(`${title}\n${lines.join('\n')}\n\n`);
}
