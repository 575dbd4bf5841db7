import type { Socket } from 'node:net';
import type { Client } from 'pg';
import { PrepareError } from '../errors.ts';
import type { Postgres } from '../probe/schema/target.ts';
import type { Tls } from '../probe/schema/tls.ts';
import { Fault } from './fault.ts';
import type { Protocol, RunContext } from './protocol.ts';
import type { Result } from './result.ts';
import type { Attempt } from './server/attempt.ts';
import { checkServer, type Reply } from './server/check-server.ts';
import {
  addressOfFields,
  parseServerUri,
  type ServerAddress,
  shownAddress,
  shownEntry,
} from './server/server-address.ts';
import { connectionOptions, type ServerTls, serverTls } from './server/server-tls.ts';

type Driver = typeof import('pg');

interface PostgresTarget {
  readonly address: ServerAddress;
  /** Without credentials. */
  readonly url: string;
  readonly tls?: ServerTls;
}

const form = { schemes: ['postgres', 'postgresql'], port: 5432 };
const question = 'SELECT 1';
const defaultUser = 'postgres';

/** They name files of the host the monitor runs on, another server than the uri itself, or another start of TLS. */
const refusedParameters = [
  ...['sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'],
  ...['host', 'port', 'user', 'password'],
];

/**
 * A login to PostgreSQL and `SELECT 1`; its body is the rows.
 * Without a user it is `postgres`, without a database that of the user's name. The environment (PGPASSWORD, PGSSLMODE,
 * ~/.pgpass) is not read. `tls` or an sslmode turns TLS on, which as with pg means a verified certificate in every mode
 * but `no-verify`; `uselibpqcompat=true` gives `prefer` and `require` libpq's meaning.
 */
export const postgres: Protocol<Postgres, PostgresTarget> = {
  instance: ({ host, port, database, uri }) =>
    shownEntry('postgres', { host, port, database, uri }, form.port),
  prepare,
  run,
};

function prepare({ uri, host, port, user, password, database, tls }: Postgres): PostgresTarget {
  const parsed = uri === undefined ? undefined : parseServerUri(uri, form);
  const address = parsed ?? addressOfFields({ host, port, user, password, database }, form.port);
  const mode = tlsMode(parsed?.parameters ?? new URLSearchParams(), tls);
  return {
    address,
    url: shownAddress('postgres', address),
    ...(mode === 'off' ? {} : { tls: serverTls(tls ?? {}, address.host, mode === 'verified') }),
  };
}

function tlsMode(
  parameters: URLSearchParams,
  tls: Tls | undefined,
): 'off' | 'trusting' | 'verified' {
  const refused = refusedParameters.find(name => parameters.has(name));
  if (refused !== undefined) {
    throw new PrepareError(
      13,
      `the uri's parameter ${refused} is not supported: use the entry's fields`,
    );
  }
  const isCompatible = parameters.get('uselibpqcompat') === 'true';
  const ssl = parameters.get('ssl');
  switch (parameters.get('sslmode') ?? (ssl === 'true' || ssl === '1' ? 'verify-full' : ssl)) {
    case 'disable':
    case 'false':
    case '0':
      return 'off';
    case 'no-verify':
      return 'trusting';
    case 'prefer':
    case 'require':
      return isCompatible ? 'trusting' : 'verified';
    case 'verify-ca':
    case 'verify-full':
      return 'verified';
    case null:
      return tls === undefined ? 'off' : 'verified';
    default:
      throw new PrepareError(4, 'the uri has an sslmode PostgreSQL does not know');
  }
}

/** The driver is loaded before the clock starts, so that no result holds the time of it. */
async function run(target: PostgresTarget, context: RunContext): Promise<Result> {
  const driver = await import('pg');
  const asked = { url: target.url, method: question };
  return checkServer(asked, context, attempt => ask(driver, target, attempt));
}

async function ask(driver: Driver, target: PostgresTarget, attempt: Attempt): Promise<Reply> {
  const socket = await attempt.open(target.address.host, target.address.port);
  const client = clientOn(socket, target, driver);
  try {
    await client.connect();
    attempt.noteTls(client.connection.stream);
    const { rows } = await client.query(question);
    return { body: rows, leave: () => client.end() };
  } catch (error) {
    if (error instanceof driver.DatabaseError) throw new Fault(26, error.message, { cause: error });
    // A server without TLS answers the request for it with one letter.
    if (target.tls !== undefined && socket.bytesRead === 1 && error instanceof Error)
      throw new Fault(26, error.message, { cause: error });
    throw error;
  }
}

/** A client that speaks on this connection and opens none of its own. */
function clientOn(socket: Socket, { address, tls }: PostgresTarget, { Client }: Driver): Client {
  const { user = defaultUser, password, database = user, host, port } = address;
  const client = new Client({
    user,
    password: password ?? refusePassword,
    database,
    // The stream is connected; the name is what pg has TLS verify.
    host: tls?.name ?? host,
    port,
    ssl: tls === undefined ? false : connectionOptions(tls),
    sslnegotiation: 'postgres',
    stream: () => asUnconnected(socket),
    fallback_application_name: 'picket',
  });
  // The attempt hears of them from the socket, the caller from its query.
  client.on('error', () => {});
  return client;
}

/** Asked only where the server wants a password. */
function refusePassword(): never {
  throw new Fault(26, 'the server asks for a password and the entry has none');
}

/** pg calls `connect` on its stream and waits for the event; this one is connected already. */
function asUnconnected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect: () => {
      queueMicrotask(() => socket.emit('connect'));
      return socket;
    },
  });
}
