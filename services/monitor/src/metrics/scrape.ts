import { setImmediate as othersTurn } from 'node:timers/promises';
import { header } from './exposition.ts';
import type { Family } from './family.ts';
import type { ProbeSeries } from './probe-series.ts';

/** One slice ends at so much text, or after looking at so many probes: well under a millisecond of work. */
const slice = { characters: 65_536, probes: 2_000 } as const;

/**
 * Writes all series of one metric, then of the next, as Prometheus demands. Timers and sockets have their turn
 * after each slice, and the next is written only when it is asked for: a slow reader holds up nobody.
 */
export async function* scrape(
  families: readonly Family[],
  probes: readonly ProbeSeries[],
): AsyncGenerator<string, void> {
  let text = '';
  let seen = 0;
  for (const family of families) {
    let isFirst = true;
    for (const probe of probes) {
      const lines = family.write(probe);
      if (lines !== '') text += isFirst ? header(family) + lines : lines;
      isFirst &&= lines === '';
      if (text.length < slice.characters && ++seen < slice.probes) continue;
      if (text !== '') yield text;
      text = '';
      seen = 0;
      await othersTurn();
    }
  }
  if (text !== '') yield text;
}
