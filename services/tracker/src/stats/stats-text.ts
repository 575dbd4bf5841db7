import type { TextStyle } from '../command/outcome.ts';
import { paint } from '../command/paint.ts';
import { type Column, tableText } from '../command/table.ts';
import { statuses } from '../record/fields.ts';
import { recordTypes } from '../record/record-type.ts';
import type { BurnUpDay } from './burn-up.ts';
import type { Percentiles } from './durations.ts';
import type { Assignee, Waiting } from './open-work.ts';
import type { Stats } from './stats.ts';
import type { Week } from './throughput.ts';

const mostBar = 30;
const mostRows = 10;

/** For people: what there is, how fast it goes, what waits, and how far it has come. */
export function statsText(stats: Stats, style: TextStyle): string {
  const { stuck, stuckDays, oldestOpen, assignees, since } = stats;
  const parts: (readonly [heading: string, text: string])[] = [
    ['Records', countsText(stats, style)],
    ['Tickets closed, by week', weeksText(stats.throughput, style)],
    [`Time that tickets took, done since ${since}`, timesText(stats)],
    [`In progress, untouched for more than ${stuckDays} days`, waitingText(stuck, style)],
    ['Oldest open tickets', waitingText(oldestOpen, style)],
    [`Who has what, and did since ${since}`, assigneesText(assignees, style)],
    ['Done of what there was', burnUpText(stats.burnUp, style)],
  ];
  return parts
    .map(([heading, text]) => `${paint(heading, 'bold', style.colour)}\n${text || 'none'}`)
    .join('\n\n');
}

function countsText({ counts }: Stats, style: TextStyle): string {
  const columns: Column<(typeof recordTypes)[number]>[] = [
    { heading: '', text: type => type },
    ...statuses.map(status => ({
      heading: status.toUpperCase(),
      text: (type: (typeof recordTypes)[number]) => String(counts[type][status]),
      right: true,
      most: 11,
    })),
  ];
  return tableText(columns, recordTypes, style);
}

function weeksText(weeks: readonly Week[], style: TextStyle): string {
  const most = Math.max(1, ...weeks.map(({ done, cancelled }) => done + cancelled));
  const columns: Column<Week>[] = [
    { heading: 'WEEK OF', text: ({ week }) => week, most: 10 },
    { heading: 'DONE', text: ({ done }) => String(done), right: true, most: 6 },
    { heading: 'CANCELLED', text: ({ cancelled }) => String(cancelled), right: true, most: 9 },
    { heading: '', text: ({ done, cancelled }) => bar(done, done + cancelled, most) },
  ];
  return tableText(columns, weeks, style);
}

/** Full for what is done, light for the rest. What is not nothing is seen. */
function bar(done: number, all: number, most: number): string {
  const length = (count: number): number => Math.ceil((count / most) * mostBar);
  return '█'.repeat(length(done)) + '░'.repeat(Math.max(0, length(all) - length(done)));
}

function timesText({ leadTime, cycleTime }: Stats): string {
  const line = (name: string, { count, p50, p85, p95 }: Percentiles): string =>
    count === 0
      ? `${name}  no ticket tells`
      : `${name}  half within ${span(p50)}, 85 % within ${span(p85)}, 95 % within ${span(p95)} (${count} tickets)`;
  return [line('from made to done ', leadTime), line('from begun to done', cycleTime)].join('\n');
}

function span(seconds: number | null): string {
  if (seconds === null) return '-';
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86_400) return `${(seconds / 3_600).toFixed(1)} h`;
  return `${(seconds / 86_400).toFixed(1)} d`;
}

const waitingColumns: readonly Column<Waiting>[] = [
  { heading: '#', text: ({ number }) => String(number), right: true, most: 9 },
  { heading: 'DAYS', text: ({ days }) => String(days), right: true, most: 6 },
  { heading: 'STATUS', text: ({ status }) => status, most: 11 },
  { heading: 'ASSIGNEE', text: ({ assignee }) => assignee ?? '', most: 20 },
  { heading: 'TITLE', text: ({ title }) => title },
];

function waitingText(tickets: readonly Waiting[], style: TextStyle): string {
  return limited(tickets, waitingColumns, style);
}

const assigneeColumns: readonly Column<Assignee>[] = [
  { heading: 'OPEN', text: ({ open }) => String(open), right: true, most: 6 },
  { heading: 'IN PROGRESS', text: ({ inProgress }) => String(inProgress), right: true, most: 11 },
  { heading: 'DONE', text: ({ done }) => String(done), right: true, most: 6 },
  { heading: 'ASSIGNEE', text: ({ assignee }) => assignee ?? '(nobody)' },
];

function assigneesText(assignees: readonly Assignee[], style: TextStyle): string {
  return limited(assignees, assigneeColumns, style);
}

function limited<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  style: TextStyle,
): string {
  if (rows.length === 0) return '';
  const text = tableText(columns, rows.slice(0, mostRows), style);
  const rest = rows.length - mostRows;
  return rest > 0 ? `${text}\n(and ${rest} more; --format json has them all)` : text;
}

function burnUpText(days: readonly BurnUpDay[], style: TextStyle): string {
  const most = Math.max(1, ...days.map(({ scope }) => scope));
  const columns: Column<BurnUpDay>[] = [
    { heading: 'DAY', text: ({ day }) => day, most: 10 },
    { heading: 'DONE', text: ({ done }) => String(done), right: true, most: 6 },
    { heading: 'OF', text: ({ scope }) => String(scope), right: true, most: 6 },
    { heading: '', text: ({ done, scope }) => bar(done, scope, most) },
  ];
  return tableText(columns, sample(days), style);
}

/** At most twelve of them, as far apart as can be, the last among them. */
function sample(days: readonly BurnUpDay[]): readonly BurnUpDay[] {
  const step = Math.ceil(days.length / 12);
  return days.filter((_, index) => (days.length - 1 - index) % step === 0);
}
