import { toSeconds } from './exposition.ts';
import { type Family, labelledGauge, requestGauge, sentGauge } from './family.ts';
import type { SentRun } from './probe-series.ts';

/** What every kind of target has, under blackbox_exporter's names and with their meanings. */
export const targetFamilies: readonly Family[] = [
  requestGauge(
    {
      name: 'probe_success',
      help: 'Whether the target answered and no alert was true in the last run; 0 where the request was skipped.',
    },
    ({ last }) => last && Number(last.success),
  ),
  sentGauge(
    { name: 'probe_duration_seconds', help: 'How long the last run of the request took.' },
    ({ time }) => toSeconds(time),
  ),
  sentGauge(
    {
      name: 'probe_dns_lookup_time_seconds',
      help: 'How long the host name took to resolve; absent where no name was looked up.',
    },
    ({ measured }) =>
      measured.phases.resolve === undefined ? undefined : toSeconds(measured.phases.resolve),
  ),
  sentGauge(
    {
      name: 'probe_ip_protocol',
      help: 'IP version of the connection, 4 or 6; absent where it never came to one.',
    },
    ({ measured }) => measured.ipFamily,
  ),
  sentGauge(
    {
      name: 'probe_ssl_earliest_cert_expiry',
      help: 'When the first certificate of the chain expires, in Unix time.',
    },
    ({ measured }) => measured.tls?.earliestExpiry,
  ),
  labelledGauge(
    { name: 'probe_tls_version_info', label: 'version', help: 'TLS version of the connection.' },
    ({ measured: { tls } }) => tls && { [tlsVersion(tls.version)]: 1 },
  ),
  labelledGauge(
    { name: 'probe_tls_cipher_info', label: 'cipher', help: 'TLS cipher of the connection.' },
    ({ measured: { tls } }) => tls && { [tls.cipher]: 1 },
  ),
  labelledGauge(
    {
      name: 'probe_icmp_duration_seconds',
      label: 'phase',
      help: 'How long the phases of an ICMP echo took: resolve, setup and rtt; 0 where one was not reached.',
    },
    (sent, { kind }) => (kind === 'ping' ? echoPhases(sent) : undefined),
  ),
];

/** `TLSv1.3` of OpenSSL is `TLS 1.3` in blackbox_exporter. */
function tlsVersion(version: string): string {
  return version.replace(/^TLSv(?=\d)/, 'TLS ');
}

/** What is neither the look-up nor the echo is the time it took to get the echo under way. */
function echoPhases({ time, measured: { phases, rtt } }: SentRun) {
  const resolve = phases.resolve ?? 0;
  const setup = rtt === undefined ? 0 : Math.max(0, time - resolve - rtt);
  return { resolve: toSeconds(resolve), setup: toSeconds(setup), rtt: toSeconds(rtt ?? 0) };
}
