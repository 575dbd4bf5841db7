import type { Story } from '@picket/tracker';

/** The stories that changed last, as many as lists name and filters offer. */
export const storiesArgv = ['story', 'read', '--limit=200', '--sort=-updated'];

/** By id; undefined until they are read. */
export type KnownStories = ReadonlyMap<string, Story> | undefined;

export function storiesById(stories: readonly Story[]): ReadonlyMap<string, Story> {
  return new Map(stories.map(story => [story.id, story]));
}
