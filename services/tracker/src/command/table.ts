import { fitText, padText, widthOf } from './fit-text.ts';
import type { TextStyle } from './outcome.ts';
import { type Paint, paint } from './paint.ts';
import { printable } from './printable.ts';

/** A column of a table. `text` may hold anything: it is made printable here. */
export interface Column<Row> {
  readonly heading: string;
  readonly text: (row: Row) => string;
  readonly right?: boolean;
  readonly paint?: (row: Row) => Paint | undefined;
  /** The most columns of the terminal it takes, where there is one. The column without it takes what is left. */
  readonly most?: number;
}

const gap = '  ';
/** However narrow the terminal is, some of the last column is shown. */
const least = 10;

/** Rows under their headings, aligned; cut to the terminal's width where the output is one. */
export function tableText<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  style: TextStyle,
): string {
  const cells = rows.map(row => columns.map(column => printable(column.text(row))));
  const headings = columns.map(({ heading }) => heading);
  const widths = fitted(columns, [headings, ...cells], style.width);
  const line = (texts: readonly string[], paints: readonly (Paint | undefined)[]): string =>
    texts
      .map((text, at) => {
        const width = widths[at] ?? 0;
        const shown = style.width === undefined ? text : fitText(text, width);
        const right = columns[at]?.right === true;
        const padded = at === texts.length - 1 && !right ? shown : padText(shown, width, right);
        return paint(padded, paints[at], style.colour);
      })
      .join(gap)
      .trimEnd();
  return [
    line(
      headings,
      headings.map(() => 'dim'),
    ),
    ...rows.map((row, at) =>
      line(
        cells[at] ?? [],
        columns.map(column => column.paint?.(row)),
      ),
    ),
  ].join('\n');
}

/** The widths that columns have, and where they are too wide together, the one without a bound gives way. */
function fitted<Row>(
  columns: readonly Column<Row>[],
  lines: readonly (readonly string[])[],
  width: number | undefined,
): readonly number[] {
  const natural = columns.map((_, at) =>
    lines.reduce((widest, cells) => Math.max(widest, widthOf(cells[at] ?? '')), 0),
  );
  if (width === undefined) return natural;
  const bounded = natural.map((wanted, at) => Math.min(wanted, columns[at]?.most ?? wanted));
  const fixed = columns.reduce(
    (sum, { most }, at) => sum + gap.length + (most === undefined ? 0 : (bounded[at] ?? 0)),
    -gap.length,
  );
  return bounded.map((wanted, at) =>
    columns[at]?.most === undefined ? Math.min(wanted, Math.max(least, width - fixed)) : wanted,
  );
}
