import type { Command } from 'commander';
import { isEventId } from '../event/clock.ts';
import type { HistoryQuery } from '../history/list-history.ts';
import { type Given, valueOption } from './given.ts';
import { readMoment } from './read-moment.ts';

const most = 1_000;
const usual = 50;

/** The options that say which part of a history is wanted. */
export function addHistoryOptions(command: Command): void {
  command
    .addOption(valueOption('actor', 'name', 'what this actor did'))
    .addOption(valueOption('since', 'time', 'not before this day or moment, such as 2026-11-21'))
    .addOption(valueOption('until', 'time', 'not after this moment'))
    .addOption(
      valueOption('limit', 'number', `how many events, at most ${most}; ${usual} unless told`),
    )
    .addOption(valueOption('cursor', 'cursor', 'go on where the page before ended'));
}

/** What they say; faults are noted. */
export function readHistoryOptions(given: Given): Omit<HistoryQuery, 'record'> {
  return {
    actor: given.one('actor'),
    since: readTime(given, 'since'),
    until: readTime(given, 'until'),
    before: readCursor(given),
    limit: readLimit(given),
  };
}

function readTime(given: Given, flag: string): number | undefined {
  const moment = readMoment(given, flag);
  return moment === undefined ? undefined : Date.parse(moment);
}

function readCursor(given: Given): string | undefined {
  const cursor = given.one('cursor');
  if (cursor !== undefined && !isEventId(cursor)) {
    given.fault('--cursor must be the nextCursor of the page before');
  }
  return cursor;
}

function readLimit(given: Given): number {
  const text = given.one('limit');
  if (text === undefined) return usual;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > most) given.fault(`--limit must be a whole number from 1 to ${most}`);
  return limit;
}
