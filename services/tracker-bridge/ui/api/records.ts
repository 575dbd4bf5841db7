import { type Epic, recordSchemas, type Story, type Ticket } from '@picket/tracker';
import { Check } from 'typebox/value';

/** Makes what the command printed into what a page shows; undefined where it is something else. */
export type Decode<T> = (json: unknown) => T | undefined;

const isEpic = (json: unknown): json is Epic => Check(recordSchemas.epic, json);
const isStory = (json: unknown): json is Story => Check(recordSchemas.story, json);
const isTicket = (json: unknown): json is Ticket => Check(recordSchemas.ticket, json);

export const toEpic: Decode<Epic> = json => (isEpic(json) ? json : undefined);
export const toStory: Decode<Story> = json => (isStory(json) ? json : undefined);
export const toTicket: Decode<Ticket> = json => (isTicket(json) ? json : undefined);

/** A page of a list, as `read` prints it. */
export interface List<T> {
  readonly items: readonly T[];
  /** Of all pages. */
  readonly total: number;
  readonly nextCursor: string | undefined;
}

export const toEpics = listOf(toEpic);
export const toStories = listOf(toStory);
export const toTickets = listOf(toTicket);

function listOf<T>(decode: Decode<T>): Decode<List<T>> {
  return json => {
    if (typeof json !== 'object' || json === null || !('items' in json)) return undefined;
    if (!Array.isArray(json.items) || !('total' in json) || typeof json.total !== 'number') {
      return undefined;
    }
    const items = json.items.map(decode).filter(item => item !== undefined);
    if (items.length < json.items.length) return undefined;
    const cursor = 'nextCursor' in json ? json.nextCursor : undefined;
    return {
      items,
      total: json.total,
      nextCursor: typeof cursor === 'string' ? cursor : undefined,
    };
  };
}
