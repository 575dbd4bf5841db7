import { commaList } from './comma-list.ts';
import { addressAsHost, hostNameOf, isLoopback } from './host-name.ts';

/** Where a server listens, and for whom. */
export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** Undefined: nobody is asked for one. */
  readonly token: string | undefined;
  /** Names besides those of the loopback under which the server may be called. */
  readonly allowedHosts: readonly string[];
}

/** Whose variables, as in `TRACKER_WEB_PORT`, and its port unless they say otherwise. */
interface Server {
  readonly prefix: 'TRACKER_WEB' | 'TRACKER_MCP';
  readonly port: number;
}

/** Adds every mistake to the problems. */
export function readHttpSettings(
  server: Server,
  env: NodeJS.ProcessEnv,
  problems: string[],
): HttpSettings {
  const host = env[`${server.prefix}_HOST`] || '127.0.0.1';
  return {
    host,
    port: readPort(server, env, problems),
    token: readToken(server, env, host, problems),
    allowedHosts: readAllowedHosts(server, env, host, problems),
  };
}

function readPort({ prefix, port }: Server, env: NodeJS.ProcessEnv, problems: string[]): number {
  const text = env[`${prefix}_PORT`];
  if (!text) return port;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    problems.push(`${prefix}_PORT must be a port from 0 to 65535, not "${text}"`);
  }
  return Number(text);
}

/** Its text is told nowhere. */
function readToken(
  { prefix }: Server,
  env: NodeJS.ProcessEnv,
  host: string,
  problems: string[],
): string | undefined {
  const token = env[`${prefix}_TOKEN`];
  if (token === undefined && !isLoopback(addressAsHost(host))) {
    problems.push(
      `${prefix}_HOST is ${host}, which others can reach: set ${prefix}_TOKEN, or use 127.0.0.1`,
    );
  }
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    problems.push(
      token.trim() === ''
        ? `${prefix}_TOKEN is empty: set a token, or unset it`
        : `${prefix}_TOKEN must be of visible ASCII characters, without spaces: a header holds no other`,
    );
  }
  return token;
}

function readAllowedHosts(
  { prefix }: Server,
  env: NodeJS.ProcessEnv,
  bound: string,
  problems: string[],
): string[] {
  const given = commaList(env[`${prefix}_ALLOWED_HOSTS`]);
  const names = [...given, addressAsHost(bound)].map(hostNameOf);
  const wrong = given.filter(part => hostNameOf(part) === undefined);
  if (wrong.length > 0) {
    problems.push(
      `${prefix}_ALLOWED_HOSTS must be names or addresses with commas between, as in tracker.example.org; "${wrong.join('", "')}" is none`,
    );
  }
  return names.filter(name => name !== undefined);
}
