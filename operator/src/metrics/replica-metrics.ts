import { Counter, Gauge, type Registry } from 'prom-client';
import { writeKinds } from '../status/desired-status.ts';
import type { StatusWriterObserver } from '../status/status-writer.ts';
import type { ControllerSources } from './controller-metrics.ts';

/** What this replica does: its share of the probes, and what it writes of them. */
export function createReplicaMetrics(
  registry: Registry,
  read: () => ControllerSources | undefined,
): StatusWriterObserver {
  registerGauges(registry, read);
  const registers = [registry];
  const writes = new Counter({
    name: 'picket_status_writes_total',
    help: 'Writes of the status of a probe, by what they were for: transition, condition, delivery or count.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of writeKinds) writes.inc({ kind }, 0);
  const conflicts = new Counter({
    name: 'picket_status_conflicts_total',
    help: 'Writes of a status that somebody else had written meanwhile; they are made anew.',
    registers,
  });
  return { onWrite: kind => writes.inc({ kind }), onConflict: () => conflicts.inc() };
}

function registerGauges(registry: Registry, read: () => ControllerSources | undefined): void {
  const gauge = (name: string, help: string, value: (sources: ControllerSources) => number) => {
    const collect = function (this: Gauge) {
      const sources = read();
      this.set(sources === undefined ? 0 : value(sources));
    };
    return new Gauge({ name, help, registers: [registry], collect });
  };
  gauge('picket_members', 'Replicas that share the probes, as this one sees it.', ({ members }) =>
    members(),
  );
  gauge('picket_owned_probes', 'Probes that are this replica’s to run.', ({ owned }) => owned());
  gauge(
    'picket_status_unwritten',
    'Probes something of whose status is not written yet.',
    ({ unwritten }) => unwritten(),
  );
  gauge(
    'picket_lease_held',
    'Whether this replica’s own Lease is held: 0 before the first and while it cannot be renewed.',
    ({ isLeaseHeld }) => Number(isLeaseHeld()),
  );
}
