import { isRecordType, type RecordType, recordTypes } from '../record/record-type.ts';
import { examples } from './examples.ts';
import { Given, valueOption } from './given.ts';
import { addHistoryOptions, readHistoryOptions } from './history-options.ts';
import type { AddCommands } from './run.ts';

export const addLogCommand: AddCommands = (program, run) => {
  const log = program
    .command('log')
    .summary('what happened, newest first')
    .description('Tells what changed, by whom and when: on one record, or on the whole board.')
    .addOption(valueOption('type', 'type', 'the type of the record', recordTypes))
    .addOption(valueOption('id', 'id', 'the id or number of the record; needs --type'));
  addHistoryOptions(log);
  log.addHelpText('after', examples(['tracker log', 'tracker log --type=ticket --id=12']));
  log.action(
    run(async ({ openBoard }, command) => {
      const given = new Given(command);
      const wanted = readRecord(given);
      const query = readHistoryOptions(given);
      given.refuse();
      const [{ listHistory }, { historyItem }, { historyText }, { findRecord }] = await Promise.all(
        [
          import('../history/list-history.ts'),
          import('../history/history-item.ts'),
          import('../history/history-text.ts'),
          import('../cache/find-record.ts'),
        ],
      );
      const { cache } = await openBoard();
      const record = wanted && findRecord(cache, wanted.type, wanted.id).id;
      const { items: changes, next } = listHistory(cache, { record, ...query });
      const items = changes.map(historyItem);
      return {
        document: { items, ...(next !== undefined && { nextCursor: next }) },
        text: style => [...items.map(item => historyText(item, style)), ...more(next)].join('\n'),
      };
    }),
  );
};

/** How people get at the next page. */
function more(next: string | undefined): readonly string[] {
  return next === undefined ? [] : [`(there is more: --cursor=${next})`];
}

function readRecord(given: Given): { type: RecordType; id: string } | undefined {
  const type = given.one('type');
  const id = given.one('id');
  if (type === undefined && id === undefined) return undefined;
  if (type === undefined || id === undefined) {
    given.misuse('--type and --id name a record together');
    return undefined;
  }
  if (!isRecordType(type)) {
    given.fault(`--type must be one of ${recordTypes.join(', ')}`);
    return undefined;
  }
  return { type, id };
}
