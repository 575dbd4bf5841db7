import type { StatsOptions } from '../stats/stats.ts';
import { coerceInstant } from './coerce-instant.ts';
import { examples } from './examples.ts';
import { Given, valueOption } from './given.ts';
import type { AddCommands } from './run.ts';

const mostDays = 3_660;

export const addStatsCommand: AddCommands = (program, run) => {
  program
    .command('stats')
    .summary('tell how the work goes')
    .description(
      'Counts by status, throughput by week, how long tickets take, what is stuck, who has what, and the burn-up. Days are those of UTC.',
    )
    .addOption(valueOption('weeks', 'number', 'how many weeks to look back (default: 12)'))
    .addOption(
      valueOption('stuck-days', 'number', 'days after which untouched work is stuck (default: 7)'),
    )
    .addOption(valueOption('from', 'day', 'the first day of the burn-up (default: those weeks)'))
    .addOption(valueOption('to', 'day', 'its last day (default: today)'))
    .addHelpText(
      'after',
      examples(['tracker stats', 'tracker stats --from=2026-01-01 --to=2026-06-30']),
    )
    .action(
      run(async ({ openBoard, surroundings }, command) => {
        const { dayOf } = await import('../stats/day.ts');
        const options = readOptions(new Given(command), surroundings.now(), dayOf);
        const [{ cache }, { computeStats }, { statsText }] = await Promise.all([
          openBoard(),
          import('../stats/stats.ts'),
          import('../stats/stats-text.ts'),
        ]);
        const stats = computeStats(cache, options);
        return { document: stats, text: style => statsText(stats, style) };
      }),
    );
};

function readOptions(given: Given, now: number, dayOf: (time: number) => number): StatsOptions {
  const weeks = wholeNumber(given, 'weeks', 12, 1, 520);
  const stuckDays = wholeNumber(given, 'stuck-days', 7, 0, 10_000);
  const from = dayIn(given, 'from', dayOf);
  const to = dayIn(given, 'to', dayOf);
  const last = to ?? dayOf(now);
  if (from !== undefined && from > last) given.fault('--from must not be after --to');
  if (from !== undefined && last - from > mostDays) {
    given.fault(`--from must be at most ${mostDays} days before --to`);
  }
  given.refuse();
  return {
    now,
    weeks,
    stuckDays,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

function wholeNumber(
  given: Given,
  flag: string,
  initial: number,
  least: number,
  most: number,
): number {
  const text = given.one(flag);
  if (text === undefined) return initial;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (number < least || number > most) {
    given.fault(`--${flag} must be a whole number from ${least} to ${most}`);
  }
  return number;
}

function dayIn(given: Given, flag: string, dayOf: (time: number) => number): number | undefined {
  const text = given.one(flag);
  if (text === undefined) return undefined;
  const instant = coerceInstant(text);
  if (instant === undefined) given.fault(`--${flag} must be a day, such as 2026-11-21`);
  return instant === undefined ? undefined : dayOf(Date.parse(instant));
}
