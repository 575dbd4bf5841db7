/** For how many weeks back the overview can tell. */
export const ranges = [4, 12, 26] as const;
export type Range = (typeof ranges)[number];

const usualRange: Range = 12;

/** As the address says; the usual one where it says something else. */
export function rangeIn(search: URLSearchParams): Range {
  const weeks = Number(search.get('weeks'));
  return ranges.find(each => each === weeks) ?? usualRange;
}
