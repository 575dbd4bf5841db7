import type { Transaction } from '../board/transaction.ts';
import { recordById } from '../cache/find-record.ts';
import type { TrackerRecord } from '../record/record.ts';
import type { CommandContext } from './context.ts';

/**
 * Writes, and resolves to what the plan returned, the record being as it is afterwards: a sync that follows may have
 * given it another number, or brought somebody else's changes.
 */
export async function writeRecord<Result extends { readonly record: TrackerRecord }>(
  context: CommandContext,
  plan: (transaction: Transaction) => Result,
): Promise<Result> {
  const result = await context.write(plan);
  const { cache } = await context.openBoard();
  return { ...result, record: recordById(cache, result.record.id) ?? result.record };
}
