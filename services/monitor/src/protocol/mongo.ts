import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { MongoClient, MongoClientOptions } from 'mongodb';
import { hostAndPort } from '../egress/host.ts';
import { PrepareError } from '../errors.ts';
import type { Mongo } from '../probe/schema/target.ts';
import { checkedLookup } from './checked-lookup.ts';
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
  type UriAddress,
} from './server/server-address.ts';
import { type ServerTls, serverTls } from './server/server-tls.ts';

type Driver = typeof import('mongodb');
type Mechanism = (typeof mechanisms)[number];

interface MongoTarget {
  readonly address: ServerAddress;
  /** Without credentials. */
  readonly url: string;
  /** The database that knows the user. */
  readonly authSource: string;
  readonly mechanism: Mechanism;
  readonly tls?: ServerTls;
}

const form = { schemes: ['mongodb'], port: 27_017 };
const defaultSource = 'admin';

/** Those that log in with a password; some others ask further services, which egress rules would not see. */
const mechanisms = ['DEFAULT', 'SCRAM-SHA-1', 'SCRAM-SHA-256'] as const;

/** They name files of the host the monitor runs on, a detour round the egress rules, or another check of TLS. */
const refusedParameters = [
  ...['tlsCAFile', 'tlsCertificateKeyFile', 'proxyHost', 'srvServiceName'],
  ...['tlsAllowInvalidHostnames', 'tlsInsecure'],
];

/**
 * A login to one MongoDB server and `ping`; its body is the server's answer, `{ ok: 1 }`.
 * It connects to the named server alone, never to members it hears of; a uri that names several servers, or
 * leaves naming them to DNS (`mongodb+srv://`), is code 13: each server is an entry of its own.
 */
export const mongo: Protocol<Mongo, MongoTarget> = {
  instance: ({ host, port, uri }) => shownEntry('mongodb', { host, port, uri }, form.port),
  prepare,
  run,
};

function prepare({ uri, host, port, username, password, tls }: Mongo): MongoTarget {
  const parsed = uri === undefined ? undefined : parseMongoUri(uri);
  const address = parsed ?? addressOfFields({ host, port, user: username, password }, form.port);
  const parameters = parsed?.parameters ?? new URLSearchParams();
  if (address.user !== undefined && !address.password) {
    throw new PrepareError(26, 'MongoDB logs no user in without a password');
  }
  const settings = tls ?? (isOn(parameters, 'tls') || isOn(parameters, 'ssl') ? {} : undefined);
  const isVerified = !isOn(parameters, 'tlsAllowInvalidCertificates');
  return {
    address,
    url: shownAddress('mongodb', address),
    authSource: parameters.get('authSource') ?? address.database ?? defaultSource,
    mechanism: mechanismOf(parameters),
    ...(settings === undefined ? {} : { tls: serverTls(settings, address.host, isVerified) }),
  };
}

function parseMongoUri(uri: string): UriAddress {
  if (/^mongodb\+srv:/i.test(uri)) {
    throw new PrepareError(13, 'mongodb+srv:// is not supported: give each server its own entry');
  }
  if (/^mongodb:\/\/(?:[^/?#]*@)?[^/?#@]*,/i.test(uri)) {
    throw new PrepareError(13, 'the uri names several servers: give each its own entry');
  }
  const parsed = parseServerUri(uri, form);
  const refused = refusedParameters.find(name => parsed.parameters.has(name));
  if (refused === undefined) return parsed;
  throw new PrepareError(13, `the uri's parameter ${refused} is not supported`);
}

function isOn(parameters: URLSearchParams, name: string): boolean {
  return parameters.get(name) === 'true';
}

function mechanismOf(parameters: URLSearchParams): Mechanism {
  const asked = parameters.get('authMechanism') ?? 'DEFAULT';
  const mechanism = mechanisms.find(name => name === asked);
  if (mechanism !== undefined) return mechanism;
  throw new PrepareError(13, `the uri's authMechanism must be one of ${mechanisms.join(', ')}`);
}

/** The driver is loaded before the clock starts, so that no result holds the time of it. */
async function run(target: MongoTarget, context: RunContext): Promise<Result> {
  const driver = await import('mongodb');
  const asked = { url: target.url, method: 'ping' };
  return checkServer(asked, context, attempt => ask(driver, target, attempt, context.timeout));
}

async function ask(
  driver: Driver,
  target: MongoTarget,
  attempt: Attempt,
  timeout: number,
): Promise<Reply> {
  const { host, port } = target.address;
  const addresses = await attempt.resolve(host);
  const client = new driver.MongoClient(
    `mongodb://${hostAndPort(host, port)}`,
    clientOptions(target, addresses, timeout),
  );
  attempt.defer(() => client.close());
  client.once('serverHeartbeatSucceeded', () => attempt.enter('processing'));
  try {
    return { body: await Promise.race([ping(client, attempt.signal), firstFailure(client)]) };
  } catch (error) {
    throw faultOf(error, driver);
  }
}

async function ping(client: MongoClient, signal: AbortSignal): Promise<unknown> {
  await client.connect();
  return client.db(defaultSource).command({ ping: 1 }, { signal });
}

/** The client would go on trying until the time-out and then report only that. */
function firstFailure(client: MongoClient): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  client.once('serverHeartbeatFailed', ({ failure }) => reject(failure));
  return promise;
}

function clientOptions(
  { address: { user, password }, authSource, mechanism, tls }: MongoTarget,
  addresses: readonly LookupAddress[],
  timeout: number,
): MongoClientOptions {
  const auth = { username: user ?? '', password: password ?? '' };
  return {
    appName: 'picket',
    directConnection: true,
    lookup: checkedLookup(addresses),
    autoSelectFamily: true,
    maxPoolSize: 1,
    retryReads: false,
    retryWrites: false,
    serverMonitoringMode: 'poll',
    connectTimeoutMS: timeout,
    serverSelectionTimeoutMS: timeout,
    socketTimeoutMS: timeout,
    waitQueueTimeoutMS: timeout,
    ...(user === undefined ? {} : { auth, authSource, authMechanism: mechanism }),
    ...(tls === undefined ? {} : tlsOptions(tls)),
  };
}

function tlsOptions({ name, secureContext, rejectUnauthorized }: ServerTls): MongoClientOptions {
  const servername = isIP(name) === 0 ? { servername: name } : {};
  return { tls: true, secureContext, rejectUnauthorized, ...servername };
}

function faultOf(error: unknown, driver: Driver): unknown {
  if (!(error instanceof driver.MongoError)) return error;
  const fault = (code: 6 | 9 | 13 | 22 | 26) => new Fault(code, error.message, { cause: error });
  if (error instanceof driver.MongoServerError) return fault(26);
  if (error instanceof driver.MongoParseError) return fault(9);
  if (error instanceof driver.MongoCompatibilityError) return fault(13);
  if (error instanceof driver.MongoNetworkTimeoutError) return fault(6);
  // Without a cause of Node's the connection was closed by the server.
  if (error instanceof driver.MongoNetworkError && error.cause === undefined) return fault(22);
  return error;
}
