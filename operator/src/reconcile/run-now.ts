import type { ProbeResource } from '../resource/probe-resource.ts';

const annotation = 'picket.dev/run-now';

/** The value of the annotation where it asks for a run that was not yet made: any that is not the last one obeyed. */
export function runAsked({ metadata, status }: ProbeResource): string | undefined {
  const value = metadata.annotations?.[annotation];
  return value === undefined || value === status?.lastRunNow ? undefined : value;
}
