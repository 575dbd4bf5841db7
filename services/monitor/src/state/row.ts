import type { SQLOutputValue } from 'node:sqlite';

type Row = Readonly<Record<string, SQLOutputValue>>;

/** Columns as the schema declares them; a `TypeError` here means query and schema disagree. */
export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new TypeError(`${column} is no text`);
}

export function readInteger(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw new TypeError(`${column} is no integer`);
}

/** The column under a name of its own, or nothing where it is NULL. */
export function readOptional<Name extends string>(
  row: Row,
  column: string,
  name: Name,
): { [N in Name]?: number } {
  const found: { [N in Name]?: number } = {};
  if (row[column] !== null) found[name] = readInteger(row, column);
  return found;
}
