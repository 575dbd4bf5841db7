import { type Static, Type } from 'typebox';
import { Alerts } from './schema/alert.ts';
import { EnvEntry } from './schema/env.ts';
import { Request } from './schema/request.ts';
import { Mongo, MySql, Ping, Postgres, Redis, Socket } from './schema/target.ts';
import { IntervalSeconds, Name, Threshold } from './schema/text.ts';

const maxEntries = 32;

const entries = <T extends Parameters<typeof Type.Array>[0]>(schema: T, description: string) =>
  Type.Optional(Type.Array(schema, { minItems: 1, maxItems: maxEntries, description }));

/** The fields of a probe without its identity: in a Kubernetes resource this is `spec`. */
export const probeFields = {
  description: Type.Optional(
    Type.String({ maxLength: 4096, description: 'What the probe is for, for people.' }),
  ),
  interval: IntervalSeconds('Time between the starts of two runs, in seconds.', { default: 10 }),
  requests: entries(
    Request,
    'HTTP requests, sent in order; a later one may use an earlier response.',
  ),
  ping: entries(Ping, 'Hosts to send an ICMP echo to.'),
  socket: Type.Optional(Socket),
  mariadb: entries(MySql, 'MariaDB servers to log in to. The same as `mysql`.'),
  mysql: entries(MySql, 'MySQL servers to log in to. The same as `mariadb`.'),
  mongo: entries(Mongo, 'MongoDB servers to log in to.'),
  postgres: entries(Postgres, 'PostgreSQL servers to log in to.'),
  redis: entries(Redis, 'Redis servers to log in to.'),
  alerts: Alerts('Conditions on the response of every request of the probe.'),
  incidentThreshold: Threshold('Default of `incidentThreshold` for the probe’s requests.', {
    default: 5,
  }),
  recoveryThreshold: Threshold('Default of `recoveryThreshold` for the probe’s requests.', {
    default: 5,
  }),
  suspend: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Do not run the probe; its alert states are kept.',
    }),
  ),
  env: Type.Optional(
    Type.Array(EnvEntry, {
      maxItems: 64,
      description:
        'Values that expressions read as `{{ env.NAME }}`. They are redacted wherever they would be shown.',
    }),
  ),
  notify: Type.Optional(
    Type.Array(Name('Id of a notification channel.'), {
      maxItems: 16,
      description: 'Ids of the channels this probe notifies. Absent: all of them.',
    }),
  ),
  labels: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[a-zA-Z_][a-zA-Z0-9_]*$', maxLength: 64 }),
      Type.String({ maxLength: 256 }),
      {
        maxProperties: 8,
        description:
          'Labels of the metric `picket_probe_info`. Names have letters, digits and `_`, no digit first.',
      },
    ),
  ),
  histogram: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Export a histogram of the probe’s request durations, beside the last one.',
    }),
  ),
};

/** A probe as it stands in a config file. */
export const Probe = Type.Object(
  {
    id: Name('Identifier of the probe, unique in the file.'),
    name: Name('Name of the probe, for people.'),
    ...probeFields,
  },
  { additionalProperties: false, description: 'What to check, how often, and when to alert.' },
);
export type Probe = Static<typeof Probe>;
