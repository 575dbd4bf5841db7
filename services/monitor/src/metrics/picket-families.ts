import { series } from './exposition.ts';
import { alertFamily, type Family, probeLabels, requestHistogram, sentGauge } from './family.ts';

/** What only Picket knows of a probe. */
export const picketFamilies: readonly Family[] = [
  sentGauge(
    {
      name: 'picket_response_status',
      help: 'response.status of the last run as assertions see it: below 100 and 599 say why nothing answered.',
    },
    ({ status }) => status,
  ),
  alertFamily(
    {
      name: 'picket_alert_state',
      type: 'gauge',
      help: 'State of the alert: 0 normal, 1 incident.',
    },
    ({ isIncident }) => Number(isIncident),
  ),
  alertFamily(
    {
      name: 'picket_alert_consecutive',
      type: 'gauge',
      help: 'Results in a row towards the other state: true ones in normal, successes in an incident.',
    },
    ({ streak }) => streak,
  ),
  alertFamily(
    {
      name: 'picket_incidents_total',
      type: 'counter',
      help: 'How often the alert became an incident.',
    },
    ({ incidents }) => incidents,
  ),
  requestHistogram({
    name: 'picket_request_duration_seconds',
    help: 'How long runs of the request took, for probes with histogram: true.',
  }),
  perProbe(
    'picket_last_run_timestamp_seconds',
    'When the last run of the probe ended, in Unix time.',
    [],
    probe => series('picket_last_run_timestamp_seconds', probe.labels, probe.lastRun),
  ),
  perProbe(
    'picket_probe_interval_seconds',
    'Time between the starts of two runs of the probe.',
    [],
    probe => series('picket_probe_interval_seconds', probe.labels, probe.interval),
  ),
  perProbe(
    'picket_probe_info',
    'The name of the probe and the labels it was given; always 1.',
    ['name'],
    probe => series('picket_probe_info', probe.infoLabels, 1),
  ),
];

function perProbe(
  name: string,
  help: string,
  more: readonly string[],
  write: Family['write'],
): Family {
  return { name, help, type: 'gauge', labels: [...probeLabels, ...more], write };
}
