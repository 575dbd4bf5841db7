import type { SyncReport } from '../sync/sync-report.ts';
import { isGuessed, loadWidths } from './fit-text.ts';
import type { Io } from './io.ts';
import type { Outcome, TextStyle } from './outcome.ts';
import { printable, printableJson } from './printable.ts';
import type { Synced } from './synced-write.ts';

/** What is said beside the outcome itself. */
export interface Aside {
  /** How the sync that the command asked for went. */
  readonly synced?: Synced | undefined;
  /** Where the files of the data branch were left. */
  readonly kept?: string | undefined;
  /** Why they could not be. */
  readonly notKept?: string | undefined;
  /** What of the data could not be read. */
  readonly damage?: string | undefined;
}

/** Prints an outcome and resolves to its exit code. */
export async function printOutcome(
  outcome: Outcome,
  format: 'text' | 'json',
  io: Io,
  { synced, kept, notKept, damage }: Aside = {},
): Promise<number> {
  const warnings = [
    ...(outcome.warnings ?? []),
    ...(damage === undefined ? [] : [damage]),
    ...(notKept === undefined ? [] : [`no files were left: ${notKept}`]),
    ...(synced === undefined ? [] : warningsOf(synced)),
  ];
  for (const warning of warnings) io.stderr.write(`warning: ${printable(warning)}\n`);
  if (kept !== undefined)
    io.stderr.write(`note: the files of the data branch are in ${printable(kept)}\n`);
  const { isTTY = false, columns } = io.stdout;
  const width = isTTY ? columns : undefined;
  const text =
    format === 'json'
      ? jsonOf(outcome, synced, isTTY)
      : await textOf(outcome, { width, colour: isTTY && !io.env.NO_COLOR });
  if (text !== '') io.stdout.write(`${text}\n`);
  return outcome.exitCode ?? 0;
}

async function textOf(outcome: Outcome, style: TextStyle): Promise<string> {
  const text = outcome.text(style);
  if (!isGuessed()) return text;
  await loadWidths();
  return outcome.text(style);
}

function jsonOf(
  { document, serialised }: Outcome,
  synced: Synced | undefined,
  seen: boolean,
): string {
  const whole =
    synced === undefined || typeof document !== 'object' ? document : { ...document, sync: synced };
  const json =
    synced === undefined && serialised !== undefined ? serialised : JSON.stringify(whole);
  return seen ? printableJson(json) : json;
}

function warningsOf(synced: Synced): readonly string[] {
  if (synced.ok) return [...synced.warnings, ...synced.renumbered.map(renumbering)];
  const { error } = synced;
  return [
    `it is stored in this clone but was not sent: ${error.message} (${error.code}); \`tracker sync\` sends it`,
  ];
}

function renumbering({ type, from, to }: SyncReport['renumbered'][number]): string {
  return `${type} ${from} is now ${type} ${to}: its number was taken on the remote`;
}
