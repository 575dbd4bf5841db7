/** A step for people: 1, 2 or 5 times a power of ten, of which `most` reach at least up to `top`. */
export function countTicks(top: number, most: number): readonly number[] {
  const least = Math.max(1, top / most);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map(by => by * power).find(by => by >= least) ?? least;
  const ticks = Math.max(1, Math.ceil(top / step));
  return Array.from({ length: ticks + 1 }, (_, index) => index * step);
}

/** Which of the days have a label: every so many weeks from the end on, none closer than `gap` to the next. */
export function dayTicks(days: number, width: number, gap: number): readonly number[] {
  if (days === 0) return [];
  const perWeek = (width / Math.max(1, days - 1)) * 7;
  const every = 7 * Math.max(1, Math.ceil(gap / Math.max(perWeek, 0.001)));
  const last = days - 1;
  return Array.from(
    { length: Math.floor(last / every) + 1 },
    (_, index) => last - index * every,
  ).reverse();
}

/** The area that is drawn in, in pixels. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Scale {
  /** Of the day of this index. */
  readonly x: (day: number) => number;
  readonly y: (count: number) => number;
  /** The day that is nearest to a place across. */
  readonly dayAt: (x: number) => number;
}

export function chartScale(plot: Plot, days: number, top: number): Scale {
  const step = plot.width / Math.max(1, days - 1);
  return {
    x: day => plot.left + day * step,
    y: count => plot.top + plot.height * (1 - count / Math.max(1, top)),
    dayAt: x => {
      const day = step === 0 ? 0 : Math.round((x - plot.left) / step);
      return Math.min(Math.max(0, days - 1), Math.max(0, day));
    },
  };
}

/** The line through the counts of the days, as the `d` of an SVG path. */
export function linePath(counts: readonly number[], { x, y }: Scale): string {
  return counts
    .map((count, day) => `${day === 0 ? 'M' : 'L'}${round(x(day))},${round(y(count))}`)
    .join('');
}

/** The area below that line. */
export function areaPath(counts: readonly number[], scale: Scale): string {
  if (counts.length === 0) return '';
  const ground = round(scale.y(0));
  return `${linePath(counts, scale)}V${ground}H${round(scale.x(0))}Z`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
