import { childrenOf } from '../board/children.ts';
import type { Cache } from '../cache/cache.ts';
import { recordById } from '../cache/find-record.ts';
import type { FieldShape } from '../record/field.ts';
import { closedStatuses } from '../record/fields.ts';
import type { Comment, TrackerRecord } from '../record/record.ts';
import { fieldFlags, kebabCase } from './field-flag.ts';
import { fitText } from './fit-text.ts';
import type { TextStyle } from './outcome.ts';
import { paint } from './paint.ts';
import { printable, printableText } from './printable.ts';
import { numberColumn, paintOfStatus, statusColumn, titleColumn } from './record-columns.ts';
import { type Column, tableText } from './table.ts';

/** One record with everything about it: its fields, its text, what belongs to it, its comments. */
export function recordText(cache: Cache, record: TrackerRecord, style: TextStyle): string {
  const { type, number, title } = record;
  const heading = paint(`${type} ${number}: ${printable(title)}`, 'bold', style.colour);
  return [
    [heading, ...factsOf(cache, record, style)].join('\n'),
    ...(record.body.trim() === '' ? [] : [printableText(record.body)]),
    ...childrenText(cache, record, style),
    ...(record.type === 'ticket' && record.comments.length > 0
      ? [commentsText(record.comments, style)]
      : []),
  ].join('\n\n');
}

/** A moment for people. */
function momentText(moment: string): string {
  return `${printable(moment).slice(0, 16).replace('T', ' ')} UTC`;
}

function factsOf(cache: Cache, record: TrackerRecord, style: TextStyle): readonly string[] {
  const values: Readonly<Record<string, unknown>> = { ...record };
  const fields = fieldFlags(record.type)
    .filter(({ name }) => name !== 'title' && name !== 'body')
    .map(
      ({ name, field }) => [wordsOf(name), valueText(cache, field.shape, values[name])] as const,
    );
  const facts = [
    ['id', record.id] as const,
    ...fields,
    ...issueOf(record),
    ['created', stampText(record.createdAt, record.createdBy)] as const,
    ['updated', stampText(record.updatedAt, record.updatedBy)] as const,
    ['status since', stampText(record.statusChangedAt, record.statusChangedBy)] as const,
    ['deleted', stampText(record.deletedAt, record.deletedBy)] as const,
  ].filter(([, text]) => text !== '');
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, text]) => {
    const line = `  ${name.padEnd(width)}  ${text}`;
    const shown = style.width === undefined ? line : fitText(line, style.width);
    return name === 'status' && style.colour
      ? shown.replace(text, paint(text, paintOfStatus(record), true))
      : shown;
  });
}

/** `storyId` is the story, `linkedBranches` are linked branches. */
function wordsOf(name: string): string {
  return kebabCase(name.replace(/Id$/, '')).replaceAll('-', ' ').replace(/ at$/, '');
}

function issueOf(record: TrackerRecord): (readonly [string, string])[] {
  return record.type === 'ticket' && record.forgeIssue !== null
    ? [['forge issue', printable(record.forgeIssue.url)]]
    : [];
}

function stampText(at: string | null, by: string | null): string {
  return at === null ? '' : `${momentText(at)} by ${printable(by ?? '')}`;
}

function valueText(cache: Cache, shape: FieldShape, value: unknown): string {
  if (Array.isArray(value)) {
    const member =
      shape.kind === 'set' && shape.of.kind === 'reference' ? referenceText : memberText;
    return value.map(each => member(cache, String(each))).join(', ');
  }
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  if (shape.kind === 'reference') return referenceText(cache, value);
  return shape.kind === 'instant' ? momentText(value) : printable(value);
}

function memberText(_cache: Cache, member: string): string {
  return printable(member);
}

function referenceText(cache: Cache, id: string): string {
  const record = recordById(cache, id);
  if (record === undefined) return printable(id);
  const { number, title, status, deletedAt } = record;
  return `${number} (${deletedAt === null ? status : 'deleted'}: ${printable(title)})`;
}

function childrenText(cache: Cache, record: TrackerRecord, style: TextStyle): string[] {
  const children = childrenOf(cache, record);
  if (children.length === 0) return [];
  const closed = children.filter(isClosed).length;
  const what = record.type === 'epic' ? 'Stories' : 'Tickets';
  const progress = record.type === 'epic' ? [progressColumn(cache)] : [];
  const columns = [numberColumn, statusColumn, ...progress, titleColumn];
  return [
    `${what} (${closed} of ${children.length} closed):\n${tableText(columns, children, style)}`,
  ];
}

function isClosed({ status }: TrackerRecord): boolean {
  return closedStatuses.includes(status);
}

function progressColumn(cache: Cache): Column<TrackerRecord> {
  return {
    heading: 'TICKETS',
    text: story => {
      const tickets = childrenOf(cache, story);
      return `${tickets.filter(isClosed).length}/${tickets.length}`;
    },
    right: true,
    most: 11,
  };
}

function commentsText(comments: readonly Comment[], style: TextStyle): string {
  const texts = comments.map(({ id, body, createdAt, createdBy }) => {
    const head = `${momentText(createdAt)}  ${printable(createdBy)}  ${printable(id)}`;
    const lines = printableText(body).split('\n');
    return [paint(head, 'dim', style.colour), ...lines.map(line => `  ${line}`.trimEnd())].join(
      '\n',
    );
  });
  return ['Comments:', ...texts].join('\n\n');
}
