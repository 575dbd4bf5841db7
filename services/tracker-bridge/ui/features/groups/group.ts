import type { Epic, Story } from '@picket/tracker';
import { type Decode, type List, toEpic, toEpics, toStories, toStory } from '../../api/records.ts';
import { paths } from '../../app/paths.ts';

/** What holds smaller work: an epic holds stories, a story holds tickets. */
export type Group = Epic | Story;

/** All in which epics and stories differ for lists, forms and pages. */
export interface GroupKind {
  readonly type: Group['type'];
  /** The menu's name of them, and that of one. */
  readonly title: string;
  readonly one: string;
  readonly many: string;
  /** What they hold. */
  readonly children: { readonly type: 'story' | 'ticket'; readonly many: string };
  readonly listPath: string;
  readonly path: (number: number) => string;
  readonly toOne: Decode<Group>;
  readonly toList: Decode<List<Group>>;
  /** What an empty list says. */
  readonly purpose: string;
}

export const epicKind: GroupKind = {
  type: 'epic',
  title: 'Epics',
  one: 'Epic',
  many: 'epics',
  children: { type: 'story', many: 'stories' },
  listPath: paths.epics,
  path: paths.epic,
  toOne: toEpic,
  toList: toEpics,
  purpose: 'An epic is a goal that takes several stories to reach. Begin with one.',
};

export const storyKind: GroupKind = {
  type: 'story',
  title: 'Stories',
  one: 'Story',
  many: 'stories',
  children: { type: 'ticket', many: 'tickets' },
  listPath: paths.stories,
  path: paths.story,
  toOne: toStory,
  toList: toStories,
  purpose: 'A story is a part of an epic that is of use by itself, and holds the tickets for it.',
};
