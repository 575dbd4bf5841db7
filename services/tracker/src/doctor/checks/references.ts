import type { Transaction } from '../../board/transaction.ts';
import { type Cache, numberOf, textOf } from '../../cache/cache.ts';
import { isRecordType, type RecordType } from '../../record/record-type.ts';
import type { Check } from '../check.ts';
import type { Patient } from '../patient.ts';

/** A record that refers to another by a field. */
interface Reference {
  readonly type: RecordType;
  readonly id: string;
  readonly number: number;
  readonly to: string;
}

const isThere = (type: RecordType): string => `EXISTS (SELECT 1 FROM records AS target
  WHERE target.id = "to" AND target.type = '${type}')`;

const storiesToEpics = `SELECT type, id, number, epicId AS "to" FROM records
  WHERE type = 'story' AND deletedAt IS NULL`;
const ticketsToStories = `SELECT type, id, number, storyId AS "to" FROM records
  WHERE type = 'ticket' AND deletedAt IS NULL AND storyId IS NOT NULL`;
const dependencies = `SELECT type, id, number, member AS "to" FROM members
  JOIN records ON records.id = members.record
  WHERE field = 'dependsOn' AND deletedAt IS NULL`;

export const danglingEpics: Check = {
  name: 'dangling-epic',
  severity: 'warning',
  concerns: 'data',
  about: 'the epic of every story is there',
  remedy:
    'run `tracker sync`, as the epic may not have arrived; else move the story: `tracker story update --id=N --epic=M`',
  find: patient => dangling(patient, storiesToEpics, 'epic'),
};

export const danglingStories: Check = {
  name: 'dangling-story',
  severity: 'warning',
  concerns: 'data',
  about: 'the story of every ticket is there, where it has one',
  remedy:
    'run `tracker sync`, as the story may not have arrived; `tracker doctor --fix` lets the ticket stand alone',
  find: patient => dangling(patient, ticketsToStories, 'story'),
  fix: patient =>
    mend(patient, transaction => {
      for (const { type, id } of missing(transaction.cache, ticketsToStories, 'story')) {
        transaction.add(type, id, { op: 'edit', set: { storyId: null } });
      }
    }),
};

export const danglingDependencies: Check = {
  name: 'dangling-dependency',
  severity: 'warning',
  concerns: 'data',
  about: 'every ticket that another depends on is there',
  remedy:
    'run `tracker sync`, as the ticket may not have arrived; `tracker doctor --fix` takes the dependency out',
  find: patient => dangling(patient, dependencies, 'ticket'),
  fix: patient =>
    mend(patient, transaction => {
      for (const { type, id, to } of missing(transaction.cache, dependencies, 'ticket')) {
        transaction.add(type, id, { op: 'edit', remove: { dependsOn: [to] } });
      }
    }),
};

export const childrenOfDeleted: Check = {
  name: 'children-of-deleted',
  severity: 'warning',
  concerns: 'data',
  about: 'no story or ticket belongs to something that was deleted',
  remedy:
    '`tracker doctor --fix` restores what they belong to; or delete them, or move them elsewhere',
  find: async patient =>
    deletedParents(await patient.records()).map(({ type, id, number }) => ({
      where: `${type} ${id}`,
      message: `${type} ${number} is deleted, and others still belong to it`,
    })),
  fix: patient =>
    mend(patient, transaction => {
      // A story that comes back may bring its epic into question.
      for (let parents = deletedParents(transaction.cache); parents.length > 0; ) {
        for (const { type, id } of parents) transaction.add(type, id, { op: 'restore' });
        parents = deletedParents(transaction.cache);
      }
    }),
};

async function dangling(patient: Patient, sql: string, to: RecordType): ReturnType<Check['find']> {
  return missing(await patient.records(), sql, to).map(reference => ({
    where: `${reference.type} ${reference.id}`,
    message: `${reference.type} ${reference.number} refers to the ${to} ${reference.to}, which is not there`,
  }));
}

function missing(cache: Cache, sql: string, to: RecordType): Reference[] {
  return references(cache, `SELECT * FROM (${sql}) WHERE NOT ${isThere(to)} ORDER BY id, "to"`);
}

function deletedParents(cache: Cache): Reference[] {
  return references(
    cache,
    `SELECT DISTINCT parent.type, parent.id, parent.number, child."to"
     FROM (${storiesToEpics} UNION ALL ${ticketsToStories}) AS child
     JOIN records AS parent ON parent.id = child."to" WHERE parent.deletedAt IS NOT NULL
     ORDER BY parent.id`,
  );
}

function references(cache: Cache, sql: string): Reference[] {
  return cache.all(sql).flatMap(row =>
    isRecordType(row.type)
      ? [
          {
            type: row.type,
            id: textOf(row.id),
            number: numberOf(row.number),
            to: textOf(row.to),
          },
        ]
      : [],
  );
}

async function mend(patient: Patient, plan: (transaction: Transaction) => void): Promise<void> {
  const actor = await patient.options.actor();
  await patient.withBoard(board => board.write(actor, plan));
}
