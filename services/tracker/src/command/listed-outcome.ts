import type { Cache } from '../cache/cache.ts';
import type { ListPage } from '../cache/list-query.ts';
import { parseRecord } from '../cache/parse-record.ts';
import type { RecordType } from '../record/record-type.ts';
import type { Outcome } from './outcome.ts';
import { columnsFor } from './record-columns.ts';
import { tableText } from './table.ts';

/** A page of records. For programs its text is put together from the records' own: nothing is parsed. */
export function listedOutcome(cache: Cache, type: RecordType, page: ListPage): Outcome {
  const { items, nextCursor, total } = page;
  const next = nextCursor === undefined ? '' : `,"nextCursor":${JSON.stringify(nextCursor)}`;
  return {
    get document() {
      return {
        items: items.map(parseRecord),
        total,
        ...(nextCursor !== undefined && { nextCursor }),
      };
    },
    get serialised() {
      return `{"items":[${items.join(',')}],"total":${total}${next}}`;
    },
    text: style => {
      if (items.length === 0) return `no ${pluralOf[type]}`;
      const table = tableText(columnsFor(cache, type), items.map(parseRecord), style);
      if (nextCursor === undefined) return table;
      return `${table}\n\n${items.length} of ${total} ${pluralOf[type]}; --cursor=${nextCursor} shows more`;
    },
  };
}

const pluralOf = { epic: 'epics', story: 'stories', ticket: 'tickets' } as const;
