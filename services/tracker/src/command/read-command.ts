import type { Command } from 'commander';
import { type RecordType, recordTypes } from '../record/record-type.ts';
import type { CommandContext } from './context.ts';
import { examples } from './examples.ts';
import { fieldFlags } from './field-flag.ts';
import { addFilterOptions, type GivenFilters, readFilters } from './filter-options.ts';
import { Given, valueOption } from './given.ts';
import { quoted } from './global-options.ts';
import { idOption } from './id-option.ts';
import { addLate } from './late-options.ts';
import type { Outcome } from './outcome.ts';
import type { AddCommands } from './run.ts';
import { stampFlags } from './stamp-flag.ts';
import { typeCommand } from './type-command.ts';

export const addReadCommands: AddCommands = (program, run) => {
  for (const type of recordTypes) {
    const read = typeCommand(program, type)
      .command('read')
      .summary('show one (--id), or list them with filters')
      .description(
        `Shows one ${type} with everything about it, or lists those that the filters let through.`,
      );
    addLate(read, () => addReadOptions(read, type));
    read.addHelpText('after', examples([...shown[type], `tracker ${type} read --id=3`])).action(
      run(async (context, command) => {
        const given = new Given(command);
        return given.has('id')
          ? await readOne(context, type, given)
          : await readList(context, type, given);
      }),
    );
  }
};

function addReadOptions(read: Command, type: RecordType): void {
  const sort = `number unless given; - in front turns it round; ${sortNames(type).join(', ')}`;
  read.addOption(idOption(type));
  addFilterOptions(read, type);
  read
    .optionsGroup('The list:')
    .addOption(valueOption('sort', 'field', sort))
    .addOption(valueOption('limit', 'count', 'the most to list; 100 unless given, 0 is all'))
    .addOption(valueOption('cursor', 'text', 'where the page before ended: its nextCursor'))
    .option('--deleted', 'also those that were deleted');
}

const shown: Readonly<Record<RecordType, readonly string[]>> = {
  epic: ['tracker epic read --status=todo --status=in_progress'],
  story: ['tracker story read --epic=1 --sort=-updated'],
  ticket: [
    'tracker ticket read --status=todo --label=money --sort=-priority --limit=20',
    'tracker ticket read --assignee= --target-finish-before=2027-01-01',
    'tracker ticket read --search="half even" --created-after=2026-11-01',
  ],
};

/** Whatever filters stand beside --id would say nothing about the one record, so that they are refused. */
async function readOne(context: CommandContext, type: RecordType, given: Given): Promise<Outcome> {
  const id = given.needed('id', `the id or number of the ${type}`);
  given.refuseOthers(['id', 'deleted'], '--id shows one record');
  given.refuse();
  const [board, { findRecord }] = await Promise.all([
    context.openBoard(),
    import('../cache/find-record.ts'),
  ]);
  const record = findRecord(board.cache, type, id);
  if (context.options.format === 'json') return { document: record, text: () => '' };
  const { recordText } = await import('./record-text.ts');
  return { document: record, text: style => recordText(board.cache, record, style) };
}

async function readList(context: CommandContext, type: RecordType, given: Given): Promise<Outcome> {
  const filters = readFilters(given, type);
  const order = readOrder(given, type);
  const limit = readLimit(given);
  const cursor = given.one('cursor');
  given.refuse();
  return await listOutcome(context, type, filters, { ...order, limit, cursor });
}

async function listOutcome(
  context: CommandContext,
  type: RecordType,
  filters: GivenFilters,
  { sort, descending, limit, cursor }: Page,
): Promise<Outcome> {
  const [{ cache }, { listRecords }, { listedOutcome }] = await Promise.all([
    context.openBoard(),
    import('../cache/list-records.ts'),
    import('./listed-outcome.ts'),
  ]);
  const page = listRecords(cache, {
    ...filters(cache),
    type,
    ...(sort !== undefined && { sort, descending }),
    ...(limit > 0 && { limit }),
    ...(cursor !== undefined && { cursor }),
  });
  return listedOutcome(cache, type, page);
}

interface Page {
  readonly sort: string | undefined;
  readonly descending: boolean;
  readonly limit: number;
  readonly cursor: string | undefined;
}

function readOrder(given: Given, type: RecordType): Pick<Page, 'sort' | 'descending'> {
  const text = given.one('sort');
  if (text === undefined) return { sort: undefined, descending: false };
  const descending = text.startsWith('-');
  const sort = columnNamed(type, descending ? text.slice(1) : text);
  if (sort === undefined) {
    given.fault(`--sort must be one of ${sortNames(type).join(', ')}, not ${quoted(text)}`);
  }
  return { sort, descending };
}

const defaultLimit = 100;

export function readLimit(given: Given): number {
  const text = given.one('limit');
  if (text === undefined) return defaultLimit;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  given.fault(`--limit must be a whole number from 0, not ${quoted(text)}`);
  return defaultLimit;
}

/** Fields go by the names of their flags and of their keys in JSON. */
function columnNamed(type: RecordType, name: string): string | undefined {
  return sortable(type).find(({ flag, column }) => name === flag || name === column)?.column;
}

function sortNames(type: RecordType): readonly string[] {
  return sortable(type).map(({ flag }) => flag);
}

function sortable(type: RecordType): readonly { readonly flag: string; readonly column: string }[] {
  const fields = fieldFlags(type)
    .filter(({ field }) => !['text', 'set', 'reference'].includes(field.shape.kind))
    .map(({ flag, name }) => ({ flag, column: name }));
  return [{ flag: 'number', column: 'number' }, ...fields, ...stampFlags];
}
