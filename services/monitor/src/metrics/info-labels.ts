import type { CompiledProbe } from '../probe/compiled.ts';

/**
 * The labels of `picket_probe_info`: the probe's own stand beside ours, and one that has a name of ours, of the
 * scrape (`instance`) or of Prometheus itself (`__name__`) becomes `exported_…`, as Prometheus does it.
 */
export function infoLabels(
  common: Readonly<Record<string, string | undefined>>,
  { name, labels }: Pick<CompiledProbe, 'name' | 'labels'>,
): Record<string, string | undefined> {
  const taken: Record<string, string | undefined> = { ...common, name };
  for (const [label, value] of Object.entries(labels)) {
    taken[freeName(label, taken, labels)] = value;
  }
  return taken;
}

const reserved = new Set(['job', 'namespace', 'probe', 'name', 'instance']);

function freeName(label: string, taken: object, labels: object): string {
  if (!reserved.has(label) && !label.startsWith('__')) return label;
  let free = `exported_${label}`;
  while (Object.hasOwn(taken, free) || Object.hasOwn(labels, free)) free = `exported_${free}`;
  return free;
}
