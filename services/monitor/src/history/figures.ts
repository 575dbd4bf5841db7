import { type Slo, sloOf, type Window, windowNames, windowStart, windows } from './slo.ts';
import type { HistoryReader, RequestRollUp } from './store.ts';

export type Figures = Readonly<Record<Window, Slo>>;

export interface ProbeFigures {
  readonly probe: string;
  /** Of all its requests together. */
  readonly whole: Figures;
  readonly requests: readonly { readonly request: string; readonly figures: Figures }[];
}

/** How well a probe did, from what is kept of it. */
export async function readFigures(
  reader: Pick<HistoryReader, 'rollUps'>,
  probe: string,
  now: number,
): Promise<ProbeFigures> {
  const [minute, hour] = await Promise.all([
    reader.rollUps({ probe, span: 'minute', since: windowStart('1h', now) }),
    reader.rollUps({ probe, span: 'hour', since: windowStart('30d', now) }),
  ]);
  const rollUps = { minute, hour };
  const names = new Set([...minute, ...hour].map(({ request }) => request));
  return {
    probe,
    whole: figuresOf(rollUps, now),
    requests: [...names].sort().map(request => ({
      request,
      figures: figuresOf({ minute: ofOne(minute, request), hour: ofOne(hour, request) }, now),
    })),
  };
}

type BySpan = Readonly<Record<'minute' | 'hour', readonly RequestRollUp[]>>;

function figuresOf(rollUps: BySpan, now: number): Figures {
  const of = (window: Window) => sloOf(window, rollUps[windows[window].span], now);
  return { '1h': of('1h'), '24h': of('24h'), '30d': of('30d') };
}

function ofOne(rollUps: readonly RequestRollUp[], request: string): RequestRollUp[] {
  return rollUps.filter(each => each.request === request);
}

/** Figures as JSON gives them: times as text, in the order of the windows. */
export function shownFigures(figures: Figures): Record<string, object> {
  return Object.fromEntries(
    windowNames.map(name => {
      const { since, ...rest } = figures[name];
      return [name, { since: new Date(since).toISOString(), ...rest }];
    }),
  );
}
