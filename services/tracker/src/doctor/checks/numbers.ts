import type { Transaction } from '../../board/transaction.ts';
import { type Cache, numberOf, textOf } from '../../cache/cache.ts';
import { isRecordType, type RecordType } from '../../record/record-type.ts';
import type { Check } from '../check.ts';

export const duplicateNumbers: Check = {
  name: 'duplicate-numbers',
  severity: 'error',
  concerns: 'data',
  about: 'no two records of a type have one number',
  remedy:
    '`tracker doctor --fix` gives the later of them, by id, the next number; its old number still names both',
  find: async patient =>
    laterOnes(await patient.records()).map(({ type, id, number }) => ({
      where: `${type} ${id}`,
      message: `another ${type} has the number ${number} too`,
    })),
  fix: async patient => {
    const actor = await patient.options.actor();
    await patient.withBoard(board => board.write(actor, renumber));
  },
};

interface Numbered {
  readonly type: RecordType;
  readonly id: string;
  readonly number: number;
}

/** Of the records that share a number, all but the first by id. */
function laterOnes(cache: Cache): Numbered[] {
  const rows = cache.all(
    `SELECT type, id, number FROM records AS one WHERE EXISTS (
       SELECT 1 FROM records AS other
       WHERE other.type = one.type AND other.number = one.number AND other.id < one.id
     ) ORDER BY type, number, id`,
  );
  return rows.flatMap(row =>
    isRecordType(row.type)
      ? [{ type: row.type, id: textOf(row.id), number: numberOf(row.number) }]
      : [],
  );
}

function renumber(transaction: Transaction): void {
  for (const { type, id } of laterOnes(transaction.cache)) {
    transaction.add(type, id, { op: 'renumber', number: transaction.nextNumber(type) });
  }
}
