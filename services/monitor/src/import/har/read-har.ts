import { at } from '../../probe/problem.ts';
import { memberOf } from '../../probe/record.ts';
import { ImportError } from '../import-error.ts';
import { readJson } from '../read-json.ts';
import { recognize } from '../recognize.ts';

/** One exchange of the log, not checked yet, and where it stands. */
export interface HarEntry {
  readonly source: string;
  readonly value: unknown;
}

/** What a HAR file holds. */
export interface Har {
  readonly entries: readonly HarEntry[];
  /** Titles of pages by their ids. */
  readonly pages: ReadonlyMap<string, string>;
}

/** Reads the frame of a HAR file. Throws `ImportError` where it is none. */
export function readHar(text: string): Har {
  const file = readJson(text);
  const log = memberOf(file, 'log');
  const entries = memberOf(log, 'entries');
  if (!Array.isArray(entries)) throw notHar(file, log);
  const pages = memberOf(log, 'pages');
  return {
    entries: entries.map((value: unknown, index) => ({ value, source: at('log.entries', index) })),
    pages: new Map((Array.isArray(pages) ? pages : []).flatMap(pageOf)),
  };
}

function notHar(file: unknown, log: unknown): ImportError {
  const kind = recognize(file);
  if (kind !== undefined) return failure('', `is ${kind}, not a HAR file`);
  if (log === undefined) return failure('', 'is no HAR file: it has no "log"');
  return failure('log.entries', 'must be a list: it holds the requests of a HAR file');
}

function failure(path: string, message: string): ImportError {
  return new ImportError([{ path, message }]);
}

function pageOf(page: unknown): [string, string][] {
  const [id, title] = [memberOf(page, 'id'), memberOf(page, 'title')];
  return typeof id === 'string' && typeof title === 'string' ? [[id, titleOf(title)]] : [];
}

/** Chrome's titles are addresses: of those, what is no parameter and no credential. */
function titleOf(title: string): string {
  const url = /^https?:/i.test(title) ? URL.parse(title) : null;
  return url === null ? title : url.host + url.pathname.replace(/\/$/, '');
}
