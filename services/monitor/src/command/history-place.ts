import type { SharedConfig } from '../config/load.ts';
import { type HistoryPlace, historyFileFor, placeOf } from '../history/place.ts';
import type { Options } from './options.ts';

/** Where the call and the config file say that results are kept; undefined: they are not. */
export function historyPlaceFor(
  { history: option, once, passes }: Pick<Options, 'history' | 'once' | 'passes'>,
  { history: section }: Pick<SharedConfig, 'history'>,
  stateFile: string,
): HistoryPlace | undefined {
  if (option === false || once) return undefined;
  if (option !== undefined) return placeOf(option);
  // Passes are for trying things out: they count towards nobody's figures unless that is asked for.
  const isWanted = section.enabled ?? (passes === undefined || section.url !== undefined);
  if (!isWanted) return undefined;
  if (section.url !== undefined) return { kind: 'postgres', url: section.url };
  const path = historyFileFor(stateFile);
  return path === undefined ? undefined : { kind: 'file', path };
}
