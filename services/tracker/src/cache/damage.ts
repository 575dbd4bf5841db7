import { type Cache, numberOf } from './cache.ts';

/** What readers are told while a part of the data cannot be read; undefined where all of it can. */
export function damageIn(cache: Cache): string | undefined {
  if (!cache.database.isOpen) return undefined;
  const count = (kind: string): number =>
    numberOf(cache.one('SELECT count(*) AS n FROM problems WHERE kind = ?', kind)?.n);
  const lines = count('corrupt');
  const files = count('unreadable');
  if (lines + files === 0) return undefined;
  const parts = [
    ...(lines === 0 ? [] : [`${lines} damaged ${lines === 1 ? 'line' : 'lines'}`]),
    ...(files === 0 ? [] : [`${files} unreadable ${files === 1 ? 'file' : 'files'}`]),
  ];
  return `the data branch has ${parts.join(' and ')}, so that something may be missing here; \`tracker doctor\` tells what`;
}
