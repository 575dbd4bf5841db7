/** Chance that can be had again: the same seed gives the same numbers. */
export class Chance {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  /** TRACKER_SEED, or another one at each run. It is to be a part of the test's name. */
  static ofRun(): Chance {
    return new Chance(Number(process.env.TRACKER_SEED ?? Date.now() % 1_000_000));
  }

  /** A whole number from 0 to `below`, which is left out. By mulberry32. */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items];
    const shuffled: Item[] = [];
    while (rest.length > 0) shuffled.push(...rest.splice(this.below(rest.length), 1));
    return shuffled;
  }
}

/** Whether there is time for the long form of each drill. */
export const isSoak = process.env.TRACKER_SOAK === '1';
