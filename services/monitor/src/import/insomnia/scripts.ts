import type { PlacedRequest } from './collection.ts';
import type { Fields } from './fields.ts';
import type { Reading } from './reading.ts';
import { quoted } from './telling.ts';

const setting = /\.set\(\s*(?:'([^'\\]{1,200})'|"([^"\\]{1,200})"|`([^`\\]{1,200})`)/g;
const requestChange = /\b(?:insomnia|pm)\.request\b/;

/** Names of the variables that any script of the file gives a value. */
export function variablesOfScripts(owners: Iterable<Fields>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const fields of owners) {
    for (const script of [fields.text('preRequestScript'), fields.text('afterResponseScript')]) {
      for (const [, single, double, tick] of script.matchAll(setting)) {
        names.add(single ?? double ?? tick ?? '');
      }
    }
  }
  return names;
}

/** Tells of the scripts of a request and its folders, and whether it goes wrong without them. */
export function tellScripts(
  { folders, fields }: PlacedRequest,
  reading: Reading,
  setByScripts: ReadonlySet<string>,
): void {
  for (const owner of [...folders.map(folder => folder.fields), fields]) {
    const before = owner.text('preRequestScript');
    if (before.trim() !== '') {
      const fate = requestChange.test(before) ? 'incomplete' : 'left-out';
      reading.tell(
        fate,
        `${owner.place}.preRequestScript`,
        'the pre-request script runs in Insomnia alone',
      );
    }
    if (owner.text('afterResponseScript').trim() !== '') {
      reading.tell(
        'left-out',
        `${owner.place}.afterResponseScript`,
        'the after-response script runs in Insomnia alone',
      );
    }
  }
  for (const variable of reading.used) {
    if (!setByScripts.has(variable)) continue;
    reading.tell('incomplete', fields.place, `a script sets the variable ${quoted(variable)}`);
  }
}
