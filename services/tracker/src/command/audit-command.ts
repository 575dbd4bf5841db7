import type { HistoryQuery } from '../history/list-history.ts';
import { isRecordType, type RecordType, recordTypes } from '../record/record-type.ts';
import type { CommandContext } from './context.ts';
import { examples } from './examples.ts';
import { Given, valueOption } from './given.ts';
import { addHistoryOptions, readHistoryOptions } from './history-options.ts';
import type { Outcome } from './outcome.ts';
import type { AddCommands } from './run.ts';

/** Findings that are told; the rest is counted. */
const mostFindings = 1_000;

export const addAuditCommand: AddCommands = (program, run) => {
  const audit = program
    .command('audit')
    .summary('who changed what and when, and in which commit')
    .description(
      'Lists every change with the values before and after it, its actor, its time and the commit that brought it.',
    )
    .addOption(valueOption('record', 'type/id', 'one record, such as ticket/12'))
    .option('--verify', 'prove the history of the data branch instead, from its first commit on');
  addHistoryOptions(audit);
  audit.addHelpText(
    'after',
    examples(['tracker audit --record=ticket/12', 'tracker audit --verify']),
  );
  audit.action(
    run(async (context, command) => {
      const given = new Given(command);
      const wanted = readRecord(given);
      const query = readHistoryOptions(given);
      const isFiltered = ['record', 'actor', 'since', 'until', 'cursor', 'limit'].some(flag =>
        given.has(flag),
      );
      if (given.is('verify') && isFiltered) {
        given.misuse('--verify proves the whole history: it takes no filters');
      }
      given.refuse();
      return given.is('verify') ? await verify(context) : await list(context, wanted, query);
    }),
  );
};

async function list(
  { openBoard }: CommandContext,
  wanted: { readonly type: RecordType; readonly id: string } | undefined,
  query: Omit<HistoryQuery, 'record'>,
): Promise<Outcome> {
  const [{ listAudit }, { auditText }, { findRecord }] = await Promise.all([
    import('../audit/list-audit.ts'),
    import('../audit/audit-text.ts'),
    import('../cache/find-record.ts'),
  ]);
  const { cache, repository } = await openBoard();
  const record = wanted && findRecord(cache, wanted.type, wanted.id).id;
  const { items, next } = await listAudit(repository, cache, { record, ...query });
  return {
    document: { items, ...(next !== undefined && { nextCursor: next }) },
    text: style =>
      [
        ...items.map(item => auditText(item, style)),
        ...(next === undefined ? [] : [`(there is more: --cursor=${next})`]),
      ].join('\n'),
  };
}

async function verify({ openBoard }: CommandContext): Promise<Outcome> {
  const [{ verifyHistory }, { verificationText }] = await Promise.all([
    import('../audit/verify-history.ts'),
    import('../audit/audit-text.ts'),
  ]);
  const { cache, repository } = await openBoard();
  const { findings: all, ...verified } = await verifyHistory(repository, cache);
  const { commits, events } = verified;
  const findings = all.slice(0, mostFindings);
  return {
    document: { ok: all.length === 0, commits, events, findings, total: all.length },
    text: style => verificationText({ ...verified, findings }, style),
    exitCode: all.length === 0 ? 0 : 3,
  };
}

function readRecord(given: Given): { type: RecordType; id: string } | undefined {
  const text = given.one('record');
  if (text === undefined) return undefined;
  const [, type, id] = /^(\w+)\/(.+)$/.exec(text) ?? [];
  if (isRecordType(type) && id !== undefined) return { type, id };
  given.fault(
    `--record must be TYPE/ID with a type of ${recordTypes.join(', ')}, such as ticket/12`,
  );
  return undefined;
}
