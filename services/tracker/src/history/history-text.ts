import { fitText } from '../command/fit-text.ts';
import type { TextStyle } from '../command/outcome.ts';
import { paint } from '../command/paint.ts';
import { printable } from '../command/printable.ts';
import type { Op } from '../event/event.ts';
import type { FieldChange } from './changes.ts';
import type { HistoryItem } from './history-item.ts';

const done: Readonly<Record<Op, string>> = {
  create: 'created',
  edit: 'changed',
  delete: 'deleted',
  restore: 'restored',
  renumber: 'renumbered',
  comment: 'commented on',
  'edit-comment': 'changed a comment on',
  'delete-comment': 'deleted a comment on',
  'link-forge': 'linked',
};

/** Columns that a value takes at most where the output is no terminal. */
const widest = 160;

/** An event for people: who did what to which record, and below it what changed. `more` follows the first line. */
export function historyText(item: HistoryItem, style: TextStyle, more = ''): string {
  const when = paint(item.at.replace('T', ' ').replace(/\.\d+Z$/, 'Z'), 'dim', style.colour);
  const what = item.number === null ? `${item.type} ${item.record}` : `${item.type} ${item.number}`;
  const title = item.title === null ? '' : `: ${printable(item.title)}`;
  const who = paint(printable(item.by), 'bold', style.colour);
  const head = `${when}  ${who} ${done[item.op]} ${what}${title}${more}`;
  return [head, ...item.changes.map(change => changeLine(change, style))].join('\n');
}

function changeLine({ field, before, after }: FieldChange, style: TextStyle): string {
  const width = Math.max(20, (style.width ?? widest) - field.length - 6);
  const text =
    before === null
      ? fitText(valueText(after), width)
      : `${fitText(valueText(before), Math.floor(width / 2) - 2)} -> ${fitText(valueText(after), Math.floor(width / 2) - 2)}`;
  return `    ${field}: ${text}`;
}

function valueText(value: unknown): string {
  if (value === null || value === '') return '(none)';
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(valueText).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const lines = text.split('\n').map(line => line.trim());
  return printable(lines.filter(line => line !== '').join(' ⏎ '));
}
