import type { HttpMeasurement } from '../protocol/result.ts';
import { toSeconds } from './exposition.ts';
import { type Family, labelledGauge, sentGauge } from './family.ts';
import type { SentRun } from './probe-series.ts';

/** What HTTP requests have beside the rest, under blackbox_exporter's names: 0 where nothing answered. */
export const httpFamilies: readonly Family[] = [
  httpGauge(
    {
      name: 'probe_http_status_code',
      help: 'HTTP status of the last response, 0 without one; why is told by picket_response_status.',
    },
    ({ answered, status }) => (answered ? status : 0),
  ),
  labelledGauge(
    {
      name: 'probe_http_duration_seconds',
      label: 'phase',
      help: 'How long the phases of the request took, summed over redirects; 0 where one was not reached.',
    },
    (sent, { kind }) => (kind === 'http' ? requestPhases(sent) : undefined),
  ),
  httpGauge(
    {
      name: 'probe_http_ssl',
      help: 'Whether the last connection of the request, after redirects, was over TLS.',
    },
    ({ measured }) => Number(measured.tls !== undefined),
  ),
  responseGauge(
    { name: 'probe_http_redirects', help: 'How many redirects were followed.' },
    ({ redirects }) => redirects,
  ),
  responseGauge(
    { name: 'probe_http_version', help: 'HTTP version of the response.' },
    ({ version }) => Number(version),
  ),
  responseGauge(
    {
      name: 'probe_http_content_length',
      help: 'Content-Length of the response in bytes, -1 where it had none.',
    },
    ({ contentLength }) => contentLength,
  ),
  responseGauge(
    {
      name: 'probe_http_uncompressed_body_length',
      help: 'Length of the body in bytes, after decompression.',
    },
    ({ bodyLength }) => bodyLength,
  ),
  httpGauge(
    {
      name: 'probe_http_last_modified_timestamp_seconds',
      help: 'Last-Modified of the response in Unix time; absent where it had none.',
    },
    ({ measured }) => measured.http?.lastModified,
  ),
];

interface Described {
  readonly name: string;
  readonly help: string;
}

function httpGauge(row: Described, read: (sent: SentRun) => number | undefined): Family {
  return sentGauge(row, (sent, { kind }) => (kind === 'http' ? read(sent) : undefined));
}

function responseGauge(row: Described, read: (http: HttpMeasurement) => number): Family {
  return httpGauge(row, ({ measured }) => (measured.http ? read(measured.http) : 0));
}

function requestPhases({ measured: { phases } }: SentRun) {
  return {
    resolve: toSeconds(phases.resolve ?? 0),
    connect: toSeconds(phases.connect ?? 0),
    tls: toSeconds(phases.tls ?? 0),
    processing: toSeconds(phases.processing ?? 0),
    transfer: toSeconds(phases.transfer ?? 0),
  };
}
