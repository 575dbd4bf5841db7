import { basename, dirname, extname, join } from 'node:path';
import { PicketError } from '../errors.ts';

/** Where a history is kept. */
export type HistoryPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** What `--history` names: a database by its url, else a file. Throws `PKT_USAGE` where it is neither. */
export function placeOf(text: string): HistoryPlace {
  if (text === '') {
    throw new PicketError('PKT_USAGE', '--history is empty: give a file or a postgres:// url');
  }
  const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(text) ?? [];
  if (scheme !== undefined && !isPostgresUrl(text)) {
    // The rest may hold a password.
    const message = `--history takes a file or a postgres:// url, not ${scheme}://`;
    throw new PicketError('PKT_USAGE', message);
  }
  return isPostgresUrl(text) ? { kind: 'postgres', url: text } : { kind: 'file', path: text };
}

export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//i.test(text);
}

/** The history that belongs to a state file: beside it; none where that is kept in memory. */
export function historyFileFor(stateFile: string): string | undefined {
  if (stateFile === ':memory:') return undefined;
  const extension = extname(stateFile);
  const name = basename(stateFile, extension).replace(/\.state$/, '');
  return join(dirname(stateFile), `${name}.history${extension || '.sqlite'}`);
}
