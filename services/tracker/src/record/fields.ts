import {
  choice,
  type FieldTable,
  instant,
  number,
  optionalChoice,
  optionalLine,
  optionalReference,
  requiredLine,
  requiredReference,
  set,
  text,
} from './field.ts';
import type { RecordType } from './record-type.ts';

export const statuses = ['backlog', 'todo', 'in_progress', 'done', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

/** Statuses of work that is over: what depends on it may begin. */
export const closedStatuses: readonly Status[] = ['done', 'cancelled'];

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export const sizes = ['xs', 's', 'm', 'l', 'xl'] as const;

/** Title and body have GitHub's limits, in characters, so that a ticket always fits an issue. */
export const longestTitle = 256;
export const longestBody = 65_536;

const common = {
  title: requiredLine(longestTitle, 'what it is called, on one line'),
  body: text(longestBody, 'what it is about, in Markdown'),
  status: choice(statuses, 'backlog', 'where the work stands'),
} as const;

export const epicFields = common;

export const storyFields = {
  ...common,
  epicId: requiredReference('epic', 'the epic it belongs to'),
} as const;

export const ticketFields = {
  ...common,
  storyId: optionalReference('story', 'the story it belongs to'),
  assignee: optionalLine(200, 'who works on it'),
  labels: set({ kind: 'line', max: 50 }, 100, 'words to find it by'),
  priority: choice(priorities, 'medium', 'how soon it matters'),
  size: optionalChoice(sizes, 'how big it is'),
  estimate: number(10_000, 'how much work it is, in points or days as the team counts'),
  startWorkAt: instant('when work begins'),
  targetFinishAt: instant('when it should be done'),
  dependsOn: set({ kind: 'reference', to: 'ticket' }, 100, 'tickets that must be closed first'),
  linkedBranches: set({ kind: 'line', max: 250 }, 100, 'Git branches that hold its work'),
  linkedPullRequests: set({ kind: 'line', max: 2_000 }, 100, 'pull requests, by number or address'),
} as const;

/** The fields that users set, of each type. Flags, checks, columns and schemas follow from here. */
export const fieldsOf = {
  epic: epicFields,
  story: storyFields,
  ticket: ticketFields,
} as const satisfies Record<RecordType, FieldTable>;
