import type { UnreadableObject } from '../../history/commit-graph.ts';
import type { Check, Problem } from '../check.ts';
import { replaceUnreadable } from '../mend/replace-unreadable.ts';
import { takeObjects } from '../mend/take-objects.ts';
import type { Patient } from '../patient.ts';

export const unreadableObjects: Check = {
  name: 'unreadable-objects',
  severity: 'error',
  concerns: 'data',
  about: 'every tree and file of the newest commit is there and is what its id says',
  remedy:
    '`tracker doctor --fix` makes them again from later versions and the cache or fetches them from the remote, and as a last resort goes on from the last version that can be read; another clone may still have them',
  find: async patient => problemsOf(await patient.unreadableNow()),
  fix: async patient => {
    await takeAll(patient, () => patient.unreadableNow());
    await replaceUnreadable(patient, await patient.unreadableNow());
  },
};

export const unreadableHistory: Check = {
  name: 'unreadable-history',
  severity: 'warning',
  concerns: 'data',
  about: 'every object of older commits is there and is what its id says',
  remedy:
    'no record is missing, but a remote that lacks these objects will refuse a push; `tracker doctor --fix` makes or fetches them again; another clone may have them',
  find: async patient => problemsOf(await olderOnes(patient)),
  fix: async patient => {
    await takeAll(patient, () => olderOnes(patient));
  },
};

async function olderOnes(patient: Patient): Promise<readonly UnreadableObject[]> {
  const now = new Set((await patient.unreadableNow()).map(({ oid }) => oid));
  return (await patient.verification()).unreadable.filter(({ oid }) => !now.has(oid));
}

/** What lies behind a commit or a tree shows only when that is there again. */
async function takeAll(
  patient: Patient,
  find: () => Promise<readonly UnreadableObject[]>,
): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    patient.reset();
    const lost = (await find()).filter(({ oid }) => !tried.has(oid));
    if (lost.length === 0) return;
    for (const { oid } of lost) tried.add(oid);
    await takeObjects(patient, lost);
  }
}

function problemsOf(objects: readonly UnreadableObject[]): Problem[] {
  return objects.map(({ oid, state, kind, where }) => ({
    where,
    message: `the ${kind} ${oid} is ${state}`,
  }));
}
