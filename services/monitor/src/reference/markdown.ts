/** A table in GitHub's Markdown. Cells hold Markdown; what would end a cell is escaped. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** The fragment that GitHub gives a heading. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
