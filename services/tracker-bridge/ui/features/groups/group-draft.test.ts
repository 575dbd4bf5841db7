import { longestTitle, type Story } from '@picket/tracker';
import { expect, test } from 'vitest';
import { createArguments, draftOf, emptyDraft, faultsOf, updateArguments } from './group-draft.ts';

const story: Story = {
  type: 'story',
  id: '01M7ZG9332NYAHPX6VWJW06CY7',
  number: 1,
  title: 'Invoices are rounded alike',
  body: '',
  status: 'todo',
  epicId: '01M7ZG9CK6VJDKTHY16T6GK47H',
  createdAt: '2026-11-21T10:00:00.000Z',
  createdBy: 'Ann',
  updatedAt: '2026-11-21T10:00:00.000Z',
  updatedBy: 'Ann',
  statusChangedAt: '2026-11-21T10:00:00.000Z',
  statusChangedBy: 'Ann',
  deletedAt: null,
  deletedBy: null,
};

test('tells every fault at once', () => {
  expect(Object.keys(faultsOf('story', emptyDraft('')))).toEqual(['title', 'epicId']);
  expect(Object.keys(faultsOf('epic', emptyDraft('')))).toEqual(['title']);
  const long = { ...draftOf(story), title: 'x'.repeat(longestTitle + 1) };
  expect(faultsOf('story', long).title).toMatch(/^It .*256/);
  expect(faultsOf('story', draftOf(story))).toEqual({});
});

test('creates under a key, with no more than what was filled in', () => {
  const draft = { ...emptyDraft('E'), title: ' --repo ', body: '--format' };
  expect(createArguments('story', draft, 'K')).toEqual([
    ...['story', 'create', '--key=K', '--title=--repo', '--body=--format', '--epic=E'],
  ]);
});

test('sends only what was changed', () => {
  expect(updateArguments(story, draftOf(story))).toBeUndefined();
  const draft = { ...draftOf(story), status: 'done', title: 'Other' } as const;
  expect(updateArguments(story, draft)).toEqual([
    ...['story', 'update', `--id=${story.id}`, '--title=Other', '--status=done'],
  ]);
});
