import { type Static, Type } from 'typebox';
import { Alerts } from './alert.ts';
import { Name, Text, Threshold, Timeout } from './text.ts';
import { Tls } from './tls.ts';

/** What every non-HTTP entry has beside the fields of its protocol. */
const controls = {
  name: Type.Optional(
    Name(
      'Name of the entry, the key of its state and its `request` metric label. Defaults to its address.',
    ),
  ),
  timeout: Timeout(),
  incidentThreshold: Threshold(
    'How many results in a row an alert must be true to become an incident. Defaults to the probe’s, else 5.',
  ),
  recoveryThreshold: Threshold(
    'How many successes in a row end an incident. Defaults to the probe’s, else 5.',
  ),
  alerts: Alerts(
    'Conditions on this entry’s result, whose `response.status` is 200 when the check succeeds, else a code. Without any here or on the probe, a status outside 200 to 299 alerts.',
  ),
};

const host = (what: string) => Type.Optional(Name(`Host name or address of the ${what}.`));
const port = (fallback: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: 65_535, default: fallback, description: 'TCP port.' }),
  );
const user = () => Type.Optional(Name('User to log in as.'));
const password = () =>
  Type.Optional(Text('Password to log in with. Best given as `{{ env.NAME }}`.'));
const database = () => Type.Optional(Name('Database to open.'));
const uri = (form: string) =>
  Type.Optional(
    Text(
      `Connection address in the form \`${form}\`. When given, the discrete fields are ignored.`,
    ),
  );
const tls = Type.Optional(
  Type.Object(Tls.properties, {
    additionalProperties: false,
    description:
      'Connects over TLS with these settings; `{}` takes the defaults. Left out: without TLS, unless the uri asks for it.',
  }),
);

export const Ping = Type.Object(
  { uri: Text('Host name, address or url of the host to send an ICMP echo to.'), ...controls },
  { additionalProperties: false, description: 'An ICMP echo.' },
);
export type Ping = Static<typeof Ping>;

export const Socket = Type.Object(
  {
    host: Name('Host name or address to connect to.'),
    port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'TCP port.' }),
    data: Type.Optional(
      Type.String({
        maxLength: 65_536,
        description:
          'Text sent once connected; the answer is then read into `response.body`, until the peer closes or falls silent. Empty: nothing is sent, but the answer is read. Left out: connecting is all.',
      }),
    ),
    ...controls,
  },
  { additionalProperties: false, description: 'A TCP connection.' },
);
export type Socket = Static<typeof Socket>;

export const MySql = Type.Object(
  {
    host: host('server'),
    port: port(3306),
    database: database(),
    username: user(),
    password: password(),
    uri: uri('mysql://user:password@host:port/database'),
    tls,
    ...controls,
  },
  { additionalProperties: false, description: 'A login to MariaDB or MySQL and `SELECT 1`.' },
);
export type MySql = Static<typeof MySql>;

export const Postgres = Type.Object(
  {
    host: host('server'),
    port: port(5432),
    user: user(),
    password: password(),
    database: database(),
    uri: uri('postgres://user:password@host:port/database'),
    tls,
    ...controls,
  },
  { additionalProperties: false, description: 'A login to PostgreSQL and `SELECT 1`.' },
);
export type Postgres = Static<typeof Postgres>;

export const Mongo = Type.Object(
  {
    host: host('server'),
    port: port(27_017),
    username: user(),
    password: password(),
    uri: uri('mongodb://user:password@host:port/database'),
    tls,
    ...controls,
  },
  { additionalProperties: false, description: 'A login to MongoDB and the `ping` command.' },
);
export type Mongo = Static<typeof Mongo>;

export const Redis = Type.Object(
  {
    host: host('server'),
    port: port(6379),
    username: user(),
    password: password(),
    uri: uri('redis://[[username][:password]@][host][:port][/db-number]'),
    tls,
    ...controls,
  },
  { additionalProperties: false, description: 'A login to Redis and `PING`.' },
);
export type Redis = Static<typeof Redis>;
