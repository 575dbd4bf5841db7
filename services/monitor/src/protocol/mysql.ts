import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Connection, ConnectionOptions } from 'mysql2';
import { PrepareError } from '../errors.ts';
import type { MySql } from '../probe/schema/target.ts';
import type { Tls } from '../probe/schema/tls.ts';
import { codeOf } from './error-code.ts';
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
import { type ServerTls, serverTls } from './server/server-tls.ts';

type Driver = typeof import('mysql2');

interface MySqlTarget {
  readonly address: ServerAddress;
  /** Without credentials. */
  readonly url: string;
  /** The certificates themselves, as mysql2 wants them. */
  readonly tls?: Tls & Pick<ServerTls, 'name'>;
}

const form = { schemes: ['mysql', 'mariadb'], port: 3306 };
const question = 'SELECT 1';

/** A login to MariaDB or MySQL and `SELECT 1`; its body is the rows. `tls` turns TLS on. */
export const mysql: Protocol<MySql, MySqlTarget> = {
  instance: ({ host, port, database, uri }) =>
    shownEntry('mysql', { host, port, database, uri }, form.port),
  prepare,
  run,
};

function prepare({ uri, host, port, username, password, database, tls }: MySql): MySqlTarget {
  const address =
    uri === undefined
      ? addressOfFields({ host, port, user: username, password, database }, form.port)
      : addressOfUri(uri);
  const url = shownAddress('mysql', address);
  if (tls === undefined) return { address, url };
  const settings = serverTls(tls, address.host);
  // mysql2 looks for `localhost` in the certificate of a server that is an address.
  if (isIP(settings.name) !== 0) {
    throw new PrepareError(13, 'TLS to an address is not supported: give a tls.serverName');
  }
  return { address, url, tls: { ...tls, name: settings.name } };
}

function addressOfUri(uri: string): ServerAddress {
  const { parameters, ...address } = parseServerUri(uri, form);
  const asksForTls = ['ssl', 'sslmode', 'ssl-mode'].find(name => parameters.has(name));
  // Ignoring it could send a password in the clear.
  if (asksForTls !== undefined) {
    throw new PrepareError(
      13,
      `the uri's parameter ${asksForTls} is not supported: use the tls field`,
    );
  }
  return address;
}

/** The driver is loaded before the clock starts, so that no result holds the time of it. */
async function run(target: MySqlTarget, context: RunContext): Promise<Result> {
  const driver = await import('mysql2');
  const asked = { url: target.url, method: question };
  return checkServer(asked, context, attempt => ask(driver, target, attempt));
}

async function ask(driver: Driver, target: MySqlTarget, attempt: Attempt): Promise<Reply> {
  const socket = await attempt.open(target.address.host, target.address.port);
  const connection = driver.createConnection(optionsOf(target, socket));
  try {
    const rows = await rowsOf(connection);
    attempt.noteTls(streamOf(connection));
    return { body: rows, leave: () => leave(connection) };
  } catch (error) {
    throw faultOf(error, connection);
  }
}

/** They make a connection that speaks on this socket and opens none of its own. */
function optionsOf({ address, tls }: MySqlTarget, socket: Socket): ConnectionOptions {
  const { user = '', password = '', database = '', host, port } = address;
  return {
    ...{ user, password, database, port },
    // The stream is connected; the name is what mysql2 has TLS verify.
    host: tls?.name ?? host,
    stream: socket,
    connectTimeout: 0,
    // A server must not be able to ask for files.
    flags: ['-LOCAL_FILES'],
    ...(tls === undefined ? {} : { ssl: sslOptions(tls) }),
  };
}

function sslOptions({ ca, cert, key }: Tls): NonNullable<ConnectionOptions['ssl']> {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    rejectUnauthorized: true,
    verifyIdentity: true,
  };
}

function rowsOf(connection: Connection): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  connection.on('error', reject);
  connection.query(question, (error, rows) => (error === null ? resolve(rows) : reject(error)));
  return promise;
}

function leave(connection: Connection): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  connection.end(() => resolve());
  return promise;
}

/** mysql2 marks what the server said with an SQL state, and overwrites the code of a failed TLS handshake. */
function faultOf(error: unknown, connection: Connection): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const fault = (code: 9 | 22 | 26 | 27) => new Fault(code, error.message, { cause: error });
  if ('sqlState' in error || error.code === 'HANDSHAKE_NO_SSL_SUPPORT') return fault(26);
  if (error.code === 'PROTOCOL_CONNECTION_LOST') return fault(22);
  if (error.code === 'HANDSHAKE_SSL_ERROR') {
    if (isUntrusted(connection)) return fault(27);
    return 'library' in error ? fault(9) : error;
  }
  // What is left are mysql2's own codes, for packets it can make nothing of.
  return codeOf(error) === 99 ? fault(9) : error;
}

function isUntrusted(connection: Connection): boolean {
  const stream = streamOf(connection);
  return stream instanceof TLSSocket && Boolean(stream.authorizationError);
}

/** Its types don't tell of the stream it speaks on now, which TLS has replaced. */
function streamOf(connection: Connection): unknown {
  return 'stream' in connection ? connection.stream : undefined;
}
