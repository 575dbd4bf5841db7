import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Transition } from '../alert/transition.ts';
import type { Delivery, Outbox } from '../notify/outbox.ts';
import type { GroupCommit } from './group-commit.ts';
import { readInteger, readOptional, readText } from './row.ts';

/** Transitions of one alert that are read at once: what flaps for long is told in several messages. */
const longestLine = 100;

const isOwed = 'sent_at IS NULL AND gave_up_at IS NULL';

/** Owed to the channel, and no earlier one of its line is. */
const isFirstOfLine = `channel = :channel AND ${isOwed} AND NOT EXISTS (
  SELECT 1 FROM deliveries AS earlier
  WHERE earlier.channel = deliveries.channel AND earlier.line = deliveries.line
    AND earlier.number < deliveries.number
    AND earlier.sent_at IS NULL AND earlier.gave_up_at IS NULL)`;

const isTheDelivery =
  'channel = :channel AND number = (SELECT number FROM transitions WHERE id = :id)';

/** The deliveries of the state file. */
export function createSqliteOutbox(database: DatabaseSync, commits: GroupCommit): Outbox {
  const channels = database.prepare(`SELECT DISTINCT channel FROM deliveries WHERE ${isOwed}`);
  const due = database.prepare(`
    SELECT body, channel, attempts, first_tried_at, not_before
    FROM deliveries JOIN transitions USING (number)
    WHERE not_before <= :now AND ${isFirstOfLine}
    ORDER BY not_before, number LIMIT :limit`);
  const firstOfLines = database.prepare(`
    SELECT line, number, not_before FROM deliveries
    WHERE not_before <= :now AND (not_before, number) > (:notBefore, :number) AND ${isFirstOfLine}
    ORDER BY not_before, number LIMIT :limit`);
  const line = database.prepare(`
    SELECT body, channel, attempts, first_tried_at, not_before
    FROM deliveries JOIN transitions USING (number)
    WHERE channel = :channel AND line = :line AND number >= :number AND ${isOwed}
    ORDER BY number LIMIT ${longestLine}`);
  const nextDue = database.prepare(`
    SELECT not_before FROM deliveries
    WHERE not_before > :after AND ${isFirstOfLine}
    ORDER BY not_before LIMIT 1`);
  const owes = database.prepare(`SELECT 1 FROM deliveries WHERE ${isTheDelivery} AND ${isOwed}`);
  const sent = database.prepare(`UPDATE deliveries SET sent_at = :at WHERE ${isTheDelivery}`);
  const gaveUp = database.prepare(`UPDATE deliveries SET gave_up_at = :at WHERE ${isTheDelivery}`);
  const retry = database.prepare(`
    UPDATE deliveries SET attempts = attempts + 1, not_before = :notBefore WHERE ${isTheDelivery}`);
  const markLineTried = database.prepare(`
    UPDATE deliveries SET first_tried_at = :triedAt
    WHERE channel = :channel AND ${isOwed} AND first_tried_at IS NULL
      AND line = (SELECT line FROM deliveries WHERE ${isTheDelivery})`);

  const readLine = (channel: string, first: Record<string, SQLOutputValue>) => {
    const key = { line: readText(first, 'line'), number: readInteger(first, 'number') };
    return line.all({ channel, ...key }).map(readDelivery);
  };

  return {
    channels: async () => channels.all().map(row => readText(row, 'channel')),
    due: async (channel, now, limit) => due.all({ channel, now, limit }).map(readDelivery),
    async *dueLines(channel, now, limit) {
      let after = { notBefore: 0, number: 0 };
      for (;;) {
        const first = firstOfLines.all({ channel, now, limit, ...after });
        const last = first.at(-1);
        if (last === undefined) return;
        yield first.map(row => readLine(channel, row));
        after = {
          notBefore: readInteger(last, 'not_before'),
          number: readInteger(last, 'number'),
        };
      }
    },
    nextDue: async (channel, after) => {
      const row = nextDue.get({ channel, after });
      return row && readInteger(row, 'not_before');
    },
    owes: async (channel, { id }) => owes.get({ channel, id }) !== undefined,
    sent: (delivery, at) =>
      commits.write(() => {
        sent.run({ ...keyOf(delivery), at });
      }),
    retry: (delivery, triedAt, notBefore) =>
      commits.write(() => {
        retry.run({ ...keyOf(delivery), notBefore });
        markLineTried.run({ ...keyOf(delivery), triedAt });
      }),
    gaveUp: (delivery, at) =>
      commits.write(() => {
        gaveUp.run({ ...keyOf(delivery), at });
      }),
  };
}

function keyOf({ channel, transition }: Delivery) {
  return { channel, id: transition.id };
}

function readDelivery(row: Record<string, SQLOutputValue>): Delivery {
  // Written by `record`; the file is checked when it is opened.
  const transition: Transition = JSON.parse(readText(row, 'body'));
  return {
    transition,
    channel: readText(row, 'channel'),
    attempts: readInteger(row, 'attempts'),
    ...readOptional(row, 'first_tried_at', 'firstTriedAt'),
    notBefore: readInteger(row, 'not_before'),
  };
}
