import { examples } from './examples.ts';
import { addFilterOptions, readFilters } from './filter-options.ts';
import { Given, valueOption } from './given.ts';
import { addLate } from './late-options.ts';
import { readLimit } from './read-command.ts';
import type { AddCommands } from './run.ts';
import { typeCommand } from './type-command.ts';

export const addReadyCommand: AddCommands = (program, run) => {
  const ready = typeCommand(program, 'ticket')
    .command('ready')
    .summary('list what can be worked on')
    .description(
      'Lists the tickets that are open and wait for no open one: the most urgent first, then the one due first.',
    );
  addLate(ready, () => {
    addFilterOptions(ready, 'ticket');
    ready
      .optionsGroup('The list:')
      .option('--unclaimed', 'only those that nobody works on')
      .addOption(valueOption('limit', 'count', 'the most to list; 100 unless given, 0 is all'));
  });
  ready.addHelpText('after', examples(['tracker ticket ready --unclaimed --label=money'])).action(
    run(async (context, command) => {
      const given = new Given(command);
      const filters = readFilters(given, 'ticket');
      const limit = readLimit(given);
      given.refuse();
      const [{ cache }, { readyTickets }, { listedOutcome }] = await Promise.all([
        context.openBoard(),
        import('../cache/ready-tickets.ts'),
        import('./listed-outcome.ts'),
      ]);
      const all = readyTickets(cache, { ...filters(cache), unclaimed: given.is('unclaimed') });
      const items = limit === 0 ? all : all.slice(0, limit);
      return listedOutcome(cache, 'ticket', { items, nextCursor: undefined, total: all.length });
    }),
  );
};
