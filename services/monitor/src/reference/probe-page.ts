import type { TSchema } from 'typebox';
import { ConfigFile } from '../config/schema.ts';
import { Notification } from '../notify/schema.ts';
import { isRecord, memberOf } from '../probe/record.ts';
import { Alert } from '../probe/schema/alert.ts';
import { EnvEntry } from '../probe/schema/env.ts';
import { Request } from '../probe/schema/request.ts';
import { Mongo, MySql, Ping, Postgres, Redis, Socket } from '../probe/schema/target.ts';
import { Tls } from '../probe/schema/tls.ts';
import { Probe } from '../probe/schema.ts';
import { fieldColumns, fieldRows, type LinkTo } from './field-rows.ts';
import { anchor, table } from './markdown.ts';

interface Section {
  readonly heading: string;
  readonly schema: TSchema;
  /** What the table can't say. */
  readonly lead: string;
}

const sections: readonly Section[] = [
  {
    heading: 'Config file',
    schema: ConfigFile,
    lead: 'A mapping with these fields. Its `probes` are told of under [Probe](#probe). How the file is found, and its form as Kubernetes resources, is told in [Operating](operating.md#config-file).',
  },
  {
    heading: 'Probe',
    schema: Probe,
    lead: [
      'An entry of `probes`, or the `spec` of a resource of kind `Probe`, where `id` is `metadata.name` and `name` defaults to it.',
      'A probe checks at least one thing: `requests` or one of the other kinds. In a run, `requests` come first, then the other kinds in the order of this table.',
    ].join('\n\n'),
  },
  {
    heading: 'HTTP request',
    schema: Request,
    lead: [
      'An entry of `requests`. Each is sent on a connection of its own.',
      'A body that is JSON by its `Content-Type`, or begins like JSON, is read as JSON in `response.body`; any other is text. Answers are unpacked from gzip, deflate, br and zstd. Headers that are sent unless given: `User-Agent: picket/<version>`, `Accept: */*`, `Accept-Encoding` and `Connection: close`.',
      'Redirects are followed as browsers do; headers that hold credentials are dropped where one leads to another origin, and `tls.serverName` and the client certificate where it leads to another host.',
    ].join('\n\n'),
  },
  {
    heading: 'Alert',
    schema: Alert,
    lead: [
      'An entry of `alerts`, of a probe, a request or any other entry. The language of `assertion` is told in [Assertions](assertions.md), that of `message` in [Templates](templates.md).',
      'Without a `message` the notification says the assertion and the status. Two built-in alerts are there for every request: `unreachable` is true where nothing answered and no other alert of the request is true; `assertion-error` is true where an answer came and an alert could not be evaluated on it.',
    ].join('\n\n'),
  },
  {
    heading: 'Env entry',
    schema: EnvEntry,
    lead: 'An entry of `env`: a `value`, or `valueFrom` with one of its two references. A reference that leads nowhere keeps the file from loading.',
  },
  {
    heading: 'TLS',
    schema: Tls,
    lead: 'The `tls` of a request or a database. `cert` and `key` go together.',
  },
  {
    heading: 'Ping',
    schema: Ping,
    lead: 'An entry of `ping`. The echo is sent by the system’s `ping`. `response.time` is the round trip in milliseconds, `response.body` is `{ alive, rtt, ttl, address }`.',
  },
  {
    heading: 'Socket',
    schema: Socket,
    lead: 'The mapping under `socket`. `response.body` is what the peer said, as text.',
  },
  {
    heading: 'MariaDB and MySQL',
    schema: MySql,
    lead: 'An entry of `mariadb` or `mysql`, which mean the same. It needs a `host` or a `uri`. `response.body` has the rows of `SELECT 1`.',
  },
  {
    heading: 'PostgreSQL',
    schema: Postgres,
    lead: 'An entry of `postgres`. It needs a `host` or a `uri`, whose `sslmode` is heeded. `response.body` has the rows of `SELECT 1`. Without a user it is `postgres`; `PGPASSWORD` and `~/.pgpass` are not read.',
  },
  {
    heading: 'MongoDB',
    schema: Mongo,
    lead: 'An entry of `mongo`. It needs a `host` or a `uri`, which names one server: each member of a set is an entry of its own. `response.body` is the answer to `ping`.',
  },
  {
    heading: 'Redis',
    schema: Redis,
    lead: 'An entry of `redis`. It needs a `host` or a `uri`; a `rediss://` uri turns TLS on. `response.body` is `PONG`.',
  },
];

/** Objects that are told of on another page. */
const elsewhere = Notification.anyOf.map(schema => ({
  schema,
  link: '[channels](notifications.md#configuration)',
}));

const links: ReadonlyMap<string, string> = new Map([
  ...sections.map(
    ({ heading, schema }) => [identityOf(schema), `[${heading}](#${anchor(heading)})`] as const,
  ),
  ...elsewhere.map(({ schema, link }) => [identityOf(schema), link] as const),
]);

const linkTo: LinkTo = node => links.get(identityOf(node));

/** The reference of the config file and its probes. */
export const probePage = [
  '# Probe reference',
  'Every field of a config file. A field that is not here is an error when the file is loaded, as is a value out of its bounds; all errors are told at once, each with its line.',
  ...sections.flatMap(({ heading, schema, lead }) => [
    `## ${heading}`,
    lead,
    table(fieldColumns, isRecord(schema) ? fieldRows(schema, linkTo) : []),
  ]),
].join('\n\n');

/** Uses of a schema may differ in their description, never in their fields. */
function identityOf(schema: unknown): string {
  return JSON.stringify(memberOf(schema, 'properties')) ?? '';
}
