import { TrackerError } from '../errors.ts';
import { isObject } from '../record/is-object.ts';
import { exportFormat, exportVersion } from './export-item.ts';
import type { ImportItem } from './import-item.ts';
import { isNestedDeeper } from './nesting.ts';
import { parseItem } from './parse-item.ts';
import { ProblemList } from './problem-list.ts';

/** What is read of a file, and what is wrong with it: items with a problem are left out. */
export interface ParsedImport {
  readonly items: readonly ImportItem[];
  readonly problems: ProblemList;
}

/** Also what `read --format json` prints is taken: a list of records. */
const known = new Set(['format', 'version', 'items', 'nextCursor']);

/** Far more levels than an export has: a list of items, their comments, what a forge told of an issue. */
const deepest = 30;

/** Throws INVALID for a text that is no import at all, FORMAT_TOO_NEW for one of a later version. */
export function parseImport(text: string): ParsedImport {
  if (isNestedDeeper(text, deepest)) throw notAnImport('it is nested too deeply');
  const document = parseJson(text);
  if (!isObject(document) || !Array.isArray(document.items)) {
    throw notAnImport('it has no list `items`');
  }
  const { format, version, items } = document;
  if (format !== undefined && format !== exportFormat) {
    throw notAnImport(`its format is not ${exportFormat}`);
  }
  if (typeof version === 'number' && version > exportVersion) {
    throw new TrackerError(
      'FORMAT_TOO_NEW',
      `the export is of version ${version}; this tracker knows ${exportVersion}`,
      { remedy: 'install a newer tracker' },
    );
  }
  const problems = new ProblemList();
  for (const name of Object.keys(document)) {
    if (!known.has(name)) problems.add(quoted(name), 'is unknown');
  }
  const parsed = items.map((item, index) => parseItem(`items[${index}]`, item, problems));
  return { items: parsed.filter(item => item !== undefined), problems };
}

/** A name from a file as it may be told. */
function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 50));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notAnImport('it is no JSON', cause);
  }
}

function notAnImport(why: string, cause?: unknown): TrackerError {
  return new TrackerError('INVALID', `this cannot be imported: ${why}`, {
    remedy: 'give a file that `tracker export` wrote, or see docs/tracker-transfer.md for its form',
    cause,
  });
}
