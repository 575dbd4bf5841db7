/**
 * How many values fell into each bucket, by the bucket's number. Buckets grow by a fixed ratio, so that each value is
 * known to within `relativeError` of itself whatever its size, and two histograms are merged by adding.
 */
export type Histogram = ReadonlyMap<number, number>;

/** By how much of itself a percentile may differ from the value that it stands for. */
export const relativeError = 0.02;

/** Values outside are counted as these, in milliseconds: a hundredth of one, and 30 hours. */
const bounds = { least: 0.01, most: 108_000_000 } as const;

const ratio = (1 + relativeError) / (1 - relativeError);
const logRatio = Math.log(ratio);

/** The number of the bucket that holds a value: it ends at `ratio ** number`. */
function bucketOf(value: number): number {
  const held = Math.min(bounds.most, Math.max(bounds.least, value));
  return Math.ceil(Math.log(held) / logRatio);
}

/** The value that is at most `relativeError` away from every value of the bucket. */
function middleOf(bucket: number): number {
  return (2 * ratio ** bucket) / (ratio + 1);
}

/** Histograms as one; the order does not matter. */
export function mergeHistograms(histograms: Iterable<Histogram>): Histogram {
  const merged = new Map<number, number>();
  for (const histogram of histograms) {
    for (const [bucket, count] of histogram) merged.set(bucket, (merged.get(bucket) ?? 0) + count);
  }
  return merged;
}

export function histogramOf(values: Iterable<number>): Histogram {
  const counts = new Map<number, number>();
  for (const value of values) {
    const bucket = bucketOf(value);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return counts;
}

/**
 * For each share, the least value that this share of all values does not exceed, to within `relativeError`.
 * Undefined without values.
 */
export function quantiles<Name extends string>(
  histogram: Histogram,
  shares: Readonly<Record<Name, number>>,
): Record<Name, number> | undefined {
  const buckets = [...histogram].sort(([one], [other]) => one - other);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return undefined;
  const found: Record<Name, number> = { ...shares };
  for (const name in shares) found[name] = middleOf(bucketAt(buckets, rankOf(shares[name], total)));
  return found;
}

/** The place of a quantile among so many values, from 1. */
export function rankOf(share: number, total: number): number {
  return Math.max(1, Math.ceil(share * total));
}

function bucketAt(buckets: readonly (readonly [number, number])[], rank: number): number {
  let seen = 0;
  let last = 0;
  for (const [bucket, count] of buckets) {
    seen += count;
    last = bucket;
    if (seen >= rank) break;
  }
  return last;
}

/** A histogram in bytes: for each bucket in order the distance from the last one, and its count, as varints. */
export function encodeHistogram(histogram: Histogram): Uint8Array {
  const bytes: number[] = [];
  let before = bucketOf(bounds.least);
  for (const [bucket, count] of [...histogram].sort(([one], [other]) => one - other)) {
    putVarint(bytes, bucket - before);
    putVarint(bytes, count);
    before = bucket;
  }
  return Uint8Array.from(bytes);
}

/** Throws a `RangeError` where the bytes are cut off. */
export function decodeHistogram(bytes: Uint8Array): Histogram {
  const histogram = new Map<number, number>();
  let bucket = bucketOf(bounds.least);
  let place = 0;
  const next = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[place++];
      if (byte === undefined) throw new RangeError('a histogram is cut off');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (place < bytes.length) {
    bucket += next();
    histogram.set(bucket, next());
  }
  return histogram;
}

function putVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}
