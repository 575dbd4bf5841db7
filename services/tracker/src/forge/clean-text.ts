import { faultOfMember } from '../record/check-value.ts';
import { longestBody, longestTitle, ticketFields } from '../record/fields.ts';

/** The forge's text as our fields allow it. `cut` tells that something of it could not be kept. */
export interface Cleaned {
  readonly text: string;
  readonly cut: boolean;
}

/** A title on one line. Without one, the ticket is called by its issue. */
export function cleanTitle(title: string, number: number): Cleaned {
  const line = title
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim();
  const text = shortened(line, longestTitle).trim() || `Issue ${number}`;
  return { text, cut: text !== title.trim() };
}

/** Markdown with line feeds: browsers send carriage returns as well, which are no difference worth telling. */
export function cleanBody(body: string): Cleaned {
  const lines = body.replaceAll('\r\n', '\n');
  const text = shortened(lines.toWellFormed().replaceAll('\0', '\u{fffd}'), longestBody);
  return { text, cut: text !== lines };
}

/** Whether a label of the forge can be one of ours. */
export function isLabel(name: string): boolean {
  const { shape } = ticketFields.labels;
  return shape.kind === 'set' && faultOfMember(shape.of, name) === undefined;
}

/** A user of the forge as the author of something: told apart from the actors of the tracker by its sign. */
export function authorName(login: string): string {
  return `@${loginOf(login) || 'ghost'}`;
}

/** A login without what no login holds. */
export function loginOf(login: string): string {
  return login
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]/gu, '')
    .slice(0, 100);
}

/** Never ends in half of a character. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(0, most);
  return end.isWellFormed() ? end : end.slice(0, -1);
}
