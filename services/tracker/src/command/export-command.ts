import type { CommandContext } from './context.ts';
import type { Outcome } from './outcome.ts';
import type { AddCommands } from './run.ts';

interface ExportOptions {
  readonly output?: string;
  readonly deleted?: boolean;
}

export const addExportCommand: AddCommands = (program, run) => {
  program
    .command('export')
    .description('print all records as one JSON document')
    .option('--output <file>', 'write it to a file instead')
    .option('--deleted', 'with those that were deleted')
    .action(run((context, command) => exportRecords(context, command.opts<ExportOptions>())));
};

async function exportRecords(
  { openBoard }: CommandContext,
  { output, deleted = false }: ExportOptions,
): Promise<Outcome> {
  const { exportDocument, serialiseExport } = await import('../transfer/export-document.ts');
  const { cache } = await openBoard();
  const exported = exportDocument(cache, { deleted });
  const text = serialiseExport(exported);
  const warnings = await warningsFor(text);
  if (output === undefined) {
    return { document: exported, serialised: text, text: () => text, warnings };
  }
  const { replaceFile } = await import('../transfer/replace-file.ts');
  await replaceFile(output, `${text}\n`);
  const { printable } = await import('./printable.ts');
  const { length } = exported.items;
  return {
    document: { ok: true, file: output, records: length, bytes: Buffer.byteLength(text) + 1 },
    text: () => `Wrote ${length} records to ${printable(output)}`,
    warnings,
  };
}

async function warningsFor(text: string): Promise<readonly string[]> {
  const { importLimit } = await import('../transfer/import-limit.ts');
  if (Buffer.byteLength(text) < importLimit.bytes) return [];
  return ['the export is larger than `tracker import` takes at once: split its items'];
}
