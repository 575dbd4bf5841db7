import type { PlannedItem } from '../transfer/plan-import.ts';
import type { CommandContext } from './context.ts';
import type { Outcome } from './outcome.ts';
import type { AddCommands } from './run.ts';

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly update?: boolean;
}

export const addImportCommand: AddCommands = (program, run) => {
  program
    .command('import')
    .description('store the records of an export, all of them or none')
    .argument('<file>', 'the file, or - for standard input')
    .option('--dry-run', 'only tell what would be done')
    .option('--update', 'bring records that are there already to what the file says')
    .action(
      run((context, command) =>
        importFile(context, command.args[0] ?? '-', command.opts<ImportOptions>()),
      ),
    );
};

async function importFile(
  { openBoard, stdin, surroundings: { now, random }, write }: CommandContext,
  file: string,
  { dryRun = false, update = false }: ImportOptions,
): Promise<Outcome> {
  const { readText } = await import('../transfer/read-text.ts');
  const { importLimit } = await import('../transfer/import-limit.ts');
  const { parseImport } = await import('../transfer/parse-import.ts');
  const { importRecords, previewImport } = await import('../transfer/import-records.ts');
  const parsed = parseImport(await readText(file, stdin, importLimit));
  if (!dryRun) {
    const planned = await write(plan => importRecords(plan, parsed, { update }));
    // A sync that followed may have given them other numbers.
    const { recordById } = await import('../cache/find-record.ts');
    const { cache } = await openBoard();
    const current = planned.map(item => ({
      ...item,
      number: recordById(cache, item.id)?.number ?? item.number,
    }));
    return outcomeOf(current, false);
  }
  const { newId } = await import('../record/record-id.ts');
  const { cache } = await openBoard();
  const options = { update, newId: () => newId(now(), random) };
  return outcomeOf(previewImport(cache, parsed, options), true);
}

function outcomeOf(planned: readonly PlannedItem[], dryRun: boolean): Outcome {
  const count = (wanted: PlannedItem['outcome']): number =>
    planned.filter(({ outcome }) => outcome === wanted).length;
  const counts = {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
  };
  const renumbered = planned.flatMap(({ type, id, number, wanted }) =>
    wanted === undefined || wanted === number ? [] : [{ type, id, from: wanted, to: number }],
  );
  const items = planned.map(({ type, id, number, outcome }) => ({ type, id, number, outcome }));
  return {
    document: { ok: true, dryRun, ...counts, renumbered, items },
    text: () =>
      [
        `${dryRun ? 'Would import' : 'Imported'} ${planned.length} records: ${Object.entries(counts)
          .filter(([, number]) => number > 0)
          .map(([outcome, number]) => `${number} ${outcome}`)
          .join(', ')}`,
        ...(counts.skipped > 0
          ? ['Skipped are those that are there already; --update changes them']
          : []),
        ...renumbered.map(
          ({ type, from, to }) => `${type} ${from} is now ${type} ${to}: the number was taken`,
        ),
      ].join('\n'),
  };
}
