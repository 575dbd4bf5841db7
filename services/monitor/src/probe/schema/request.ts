import { type Static, Type } from 'typebox';
import { Alerts } from './alert.ts';
import { IntervalSeconds, Name, Text, Threshold, Timeout } from './text.ts';
import { Tls } from './tls.ts';

const maxBody = 1_048_576;

const IpFamily = Type.Enum(['any', 'ipv4', 'ipv6'], {
  default: 'any',
  description: 'Which kind of address the host may resolve to.',
});

const Body = Type.Union(
  [
    Type.String({ maxLength: maxBody }),
    Type.Record(Type.String({ maxLength: 1024 }), Type.Unknown(), { maxProperties: 1024 }),
    Type.Array(Type.Unknown(), { maxItems: 10_000 }),
  ],
  {
    description:
      'Body of the request. An object or array is sent as JSON, or as a form under `Content-Type: application/x-www-form-urlencoded`; a string is sent as it is. Values may hold expressions and earlier responses.',
  },
);

export const Request = Type.Object(
  {
    name: Type.Optional(
      Name(
        'Name of the request, the key of its state and its `request` metric label. Defaults to its method and url.',
      ),
    ),
    method: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 32,
        pattern: '^[A-Za-z]+$',
        default: 'GET',
        description: 'HTTP method: GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS and so on.',
      }),
    ),
    url: Text(
      'Address to request, with http:// or https://. May hold expressions, for example `https://shop/orders/{{ responses.[0].data.id }}`.',
    ),
    timeout: Timeout(),
    headers: Type.Optional(
      Type.Record(Type.String({ maxLength: 256 }), Type.String({ maxLength: 16_384 }), {
        maxProperties: 64,
        description: 'HTTP headers. Values may hold expressions.',
      }),
    ),
    body: Type.Optional(Body),
    interval: IntervalSeconds(
      'Least time, in seconds, between two sendings of this request; a run that comes sooner leaves it out and keeps its last response. Absent: sent in every run.',
    ),
    incidentThreshold: Threshold(
      'How many results in a row an alert must be true to become an incident. Defaults to the probe’s, else 5.',
    ),
    recoveryThreshold: Threshold(
      'How many successes in a row end an incident. Defaults to the probe’s, else 5.',
    ),
    saveBody: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Keep the response body, redacted and cut to 64 KiB, in the history, and show its beginning with an incident.',
      }),
    ),
    alerts: Alerts(
      'Conditions on this request’s response. Without any here or on the probe, a status outside 200 to 299 alerts.',
    ),
    ping: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Send an ICMP echo to the host of the url instead of an HTTP request. The fields that belong to HTTP then count for nothing.',
      }),
    ),
    allowUnauthorized: Type.Optional(
      Type.Boolean({ default: false, description: 'Accept any TLS certificate, valid or not.' }),
    ),
    followRedirects: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 50,
        default: 10,
        description:
          'How many redirects to follow before code 3 is reported; 0 reports the redirect itself.',
      }),
    ),
    tls: Type.Optional(Tls),
    proxyUrl: Type.Optional(
      Text(
        'Address of an HTTP proxy to send the request through, with http://. May hold a user and password.',
      ),
    ),
    ipFamily: Type.Optional(IpFamily),
  },
  { additionalProperties: false, description: 'One HTTP request of the probe.' },
);
export type Request = Static<typeof Request>;
