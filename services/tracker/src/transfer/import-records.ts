import type { Transaction } from '../board/transaction.ts';
import type { Cache } from '../cache/cache.ts';
import { TrackerError } from '../errors.ts';
import { checkImport } from './check-import.ts';
import type { ParsedImport } from './parse-import.ts';
import { type PlannedItem, planImport } from './plan-import.ts';

export interface ImportOptions {
  /** Whether records that are there already are brought to what the file says. */
  readonly update: boolean;
  readonly newId: () => string;
}

/** What an import would do. Throws INVALID with every problem of the file. */
export function previewImport(
  cache: Cache,
  parsed: ParsedImport,
  { update, newId }: ImportOptions,
): readonly PlannedItem[] {
  const { items } = parsed;
  const problems = parsed.problems.copy();
  checkImport(cache, items, update, problems);
  if (problems.count > 0) {
    const [first = ''] = problems.told;
    const rest = problems.count === 1 ? '' : ` (and ${problems.count - 1} more)`;
    throw new TrackerError('INVALID', `nothing was imported: ${first}${rest}`, {
      remedy: 'mend the file at the places that are named; docs/tracker-transfer.md tells its form',
      problems: problems.told,
    });
  }
  return planImport(cache, items, { update, newId });
}

/** Does it, as part of one write. */
export function importRecords(
  transaction: Transaction,
  parsed: ParsedImport,
  { update }: Pick<ImportOptions, 'update'>,
): readonly PlannedItem[] {
  const planned = previewImport(transaction.cache, parsed, {
    update,
    newId: () => transaction.newId(),
  });
  for (const { type, id, deeds } of planned) {
    if (deeds.length > 0) transaction.addAll(type, id, deeds);
  }
  transaction.summary = `import of ${planned.length} records`;
  return planned;
}
