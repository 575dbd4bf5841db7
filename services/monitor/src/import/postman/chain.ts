import type { Item } from './collection.ts';
import type { Reading } from './readings.ts';
import type { Script } from './scripts.ts';

/** Readings by the names of the variables. */
export type Chain = ReadonlyMap<string, ChainedReading>;

/** A reading, and the request that is sent for it. */
export interface ChainedReading extends Reading {
  readonly item: Item;
  /** Its place among the requests of the collection. */
  readonly index: number;
}

/**
 * Variables by name that one request alone sets, from its own response. Where another script sets one too, it
 * depends on the order they ran in, and is not among them.
 */
export function chainedReadings(items: readonly Item[], scripts: readonly Script[]): Chain {
  const setters = Map.groupBy(
    scripts.flatMap(({ sets }) => sets),
    name => name,
  );
  return new Map(
    items.flatMap((item, index) =>
      ownScripts(item)
        .flatMap(({ readings }) => readings)
        .filter(({ name }) => setters.get(name)?.length === 1)
        .map(reading => [reading.name, { ...reading, item, index }] as const),
    ),
  );
}

/** Those of the request, without those of its folders. */
export function ownScripts({ source, scripts }: Item): readonly Script[] {
  return scripts.filter(script => script.source.startsWith(`${source}.`));
}
