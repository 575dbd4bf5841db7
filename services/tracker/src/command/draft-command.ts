import type { FieldValue } from '../record/field.ts';
import { type RecordType, recordTypes } from '../record/record-type.ts';
import type { CommandContext } from './context.ts';
import { examples } from './examples.ts';
import { Given, valueOption } from './given.ts';
import type { Outcome } from './outcome.ts';
import { printableText } from './printable.ts';
import { recordOutcome } from './record-outcome.ts';
import type { AddCommands } from './run.ts';
import { writeRecord } from './write-record.ts';

const parents = { epic: undefined, story: 'epic', ticket: 'story' } as const;

export const addDraftCommand: AddCommands = (program, run) => {
  const draft = program
    .command('draft')
    .summary('let a language model write a record from any text')
    .description(
      'Sends a text to the model that TRACKER_AI_API_KEY, TRACKER_AI_BASE_URL and TRACKER_AI_MODEL name (any OpenAI-compatible endpoint), checks what it answers and prints it. Nothing else of the board is sent.',
    );
  for (const type of recordTypes) {
    const parent = parents[type];
    const command = draft
      .command(type)
      .description(`drafts ${type === 'epic' ? 'an epic' : `a ${type}`}`)
      .addOption(
        valueOption(
          'from',
          'text|file|-',
          'what to write it from: a file if there is one, else text',
        ),
      )
      .option('--create', 'store it')
      .addOption(valueOption('timeout', 'seconds', 'how long the model may take (default: 60)'));
    if (parent !== undefined) {
      command.addOption(valueOption(parent, 'id', `the ${parent} it is to belong to`));
    }
    command.addHelpText(
      'after',
      examples([
        `tracker draft ${type} --from=notes.md`,
        `tracker draft ${type} --from=- --create < mail.txt`,
      ]),
    );
    command.action(run((context, called) => draftIt(context, type, new Given(called))));
  }
};

async function draftIt(context: CommandContext, type: RecordType, given: Given): Promise<Outcome> {
  const from = given.needed('from', 'a text, a file, or - for standard input');
  const timeout = timeoutOf(given);
  const create = given.is('create');
  const parent = parents[type];
  const above = parent && given.one(parent);
  if (create && type === 'story' && above === undefined) {
    given.misuse('--epic must be given with --create: a story belongs to an epic');
  }
  given.refuse();
  const { readModelSettings } = await import('../draft/model-settings.ts');
  const settings = readModelSettings(context.env);
  const reference = await referenceOf(context, parent, above);
  const { readSource } = await import('../draft/read-source.ts');
  const source = await readSource(from, context.stdin);
  const [{ askModel }, { draftRecord }, { draftSchema }] = await Promise.all([
    import('../draft/ask-model.ts'),
    import('../draft/draft-record.ts'),
    import('../draft/draft-schema.ts'),
  ]);
  const schema = draftSchema(type);
  const ask = askModel(settings, { schema, timeout: timeout * 1000, signal: context.signal });
  const today = new Date(context.surroundings.now()).toISOString().slice(0, 10);
  const drafted = await draftRecord(type, source, { ask, today });
  const values = { ...drafted, ...reference };
  return create ? await store(context, type, values) : draftOutcome(type, values);
}

const longest = 600;

function timeoutOf(given: Given): number {
  const text = given.one('timeout') ?? '60';
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > longest) {
    given.fault(`--timeout must be a whole number of seconds from 1 to ${longest}`);
  }
  return seconds;
}

/** Found before anything is sent: a wrong reference costs nothing then. */
async function referenceOf(
  context: CommandContext,
  parent: 'epic' | 'story' | undefined,
  above: string | undefined,
): Promise<Readonly<Record<string, FieldValue>>> {
  if (parent === undefined || above === undefined) return {};
  const { findRecord } = await import('../cache/find-record.ts');
  const { refuseDeleted } = await import('../board/update-record.ts');
  const { cache } = await context.openBoard();
  const record = findRecord(cache, parent, above);
  refuseDeleted(record);
  return { [`${parent}Id`]: record.id };
}

async function store(
  context: CommandContext,
  type: RecordType,
  values: Readonly<Record<string, FieldValue>>,
): Promise<Outcome> {
  const { createRecord } = await import('../board/create-record.ts');
  const { record } = await writeRecord(context, transaction => ({
    record: createRecord(transaction, { type, values }),
  }));
  return recordOutcome('Created', record);
}

function draftOutcome(type: RecordType, values: Readonly<Record<string, FieldValue>>): Outcome {
  const { title, body, ...others } = values;
  return {
    document: { ok: true, stored: false, draft: { type, ...values } },
    text: () => {
      const lines = Object.entries(others)
        .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value] as const)
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => `  ${name}: ${value}`);
      const parts = [[String(title), ...lines].join('\n'), String(body ?? '')];
      return printableText(parts.filter(part => part !== '').join('\n\n'));
    },
  };
}
