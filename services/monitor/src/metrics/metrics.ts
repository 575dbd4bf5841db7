import type { Judgement } from '../alert/judgement.ts';
import type { Transition } from '../alert/transition.ts';
import type { CompiledProbe } from '../probe/compiled.ts';
import type { Family } from './family.ts';
import { httpFamilies } from './http-families.ts';
import { picketFamilies } from './picket-families.ts';
import {
  findRequest,
  openSeries,
  type ProbeIdentity,
  type ProbeSeries,
  takeRun,
} from './probe-series.ts';
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts';
import { scrape } from './scrape.ts';
import { targetFamilies } from './target-families.ts';

export interface MetricsOptions {
  readonly version: string;
  /** What a probe is called in labels; by default its id, without a namespace. */
  readonly identify?: (probe: CompiledProbe) => ProbeIdentity;
}

/** Everything that is exported: the last results of each probe, and the process itself. */
export interface Metrics extends Pick<ProcessMetrics, 'notification' | 'lag' | 'history'> {
  /** Takes over the numbers of a run; keeps nothing of its responses. */
  observe(run: Pick<Judgement, 'probe' | 'at' | 'requests'>): void;
  /** Counts an incident once it is recorded. */
  incident(transition: Pick<Transition, 'probe' | 'request' | 'alert'>): void;
  /** Leaves no series of the probe. */
  forget(probeId: string): void;
  /** Everything in Prometheus' text format, in slices written as they are asked for. */
  scrape(): AsyncIterable<string>;
}

/** Metrics with series for each probe, in the order written. */
export const families: readonly Family[] = [...targetFamilies, ...httpFamilies, ...picketFamilies];

export function createMetrics(options: MetricsOptions): Metrics {
  const { version, identify = ({ id }: CompiledProbe) => ({ probe: id }) } = options;
  const probes = new Map<string, ProbeSeries>();
  const own = createProcessMetrics({ version, countProbes: () => probes.size });

  const seriesOf = (probe: CompiledProbe): ProbeSeries => {
    const known = probes.get(probe.id);
    if (known?.digest === probe.digest) return known;
    const opened = openSeries(probe, identify(probe), known);
    probes.set(probe.id, opened);
    return opened;
  };

  return {
    notification: own.notification,
    lag: own.lag,
    history: own.history,
    observe(run) {
      takeRun(seriesOf(run.probe), run);
    },
    incident({ probe, request, alert }) {
      const seen = probes.get(probe.id);
      const alerts = seen && findRequest(seen, request.name)?.alerts;
      const series = alerts?.find(({ key }) => key === alert.name);
      if (series !== undefined) series.incidents++;
    },
    forget(probeId) {
      probes.delete(probeId);
    },
    async *scrape() {
      yield await own.registry.metrics();
      // A copy: a probe forgotten and seen again meanwhile would be written twice.
      yield* scrape(families, [...probes.values()]);
    },
  };
}
