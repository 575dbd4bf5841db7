import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { bareHost } from '../../egress/host.ts';
import { PicketError } from '../../errors.ts';

/** Who may read the history by HTTP. */
export interface Access {
  /** Asked for as a bearer token; undefined: none is set. */
  readonly token: string | undefined;
  /** Whether only this machine can connect. */
  readonly isLoopback: boolean;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

const shortestToken = 16;
const variable = 'PICKET_HISTORY_TOKEN';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Reads the token from the environment. Throws `PKT_USAGE` where it can be guessed. */
export function readAccess(
  env: Readonly<Record<string, string | undefined>>,
  host: string,
): Access {
  const token = env[variable] || undefined;
  if (token !== undefined && token.length < shortestToken) {
    throw new PicketError(
      'PKT_USAGE',
      `${variable} is too short: give at least ${shortestToken} characters, such as those of openssl rand -hex 16`,
    );
  }
  return { token, isLoopback: isLoopbackHost(host) };
}

/** Why a request is not answered; undefined where it is. */
export function refusalOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { token, isLoopback }: Access,
): Refusal | undefined {
  if (token !== undefined) {
    if (isSame(bearerOf(headers.authorization), token)) return undefined;
    return { status: 401, message: `send the token of ${variable} as Authorization: Bearer TOKEN` };
  }
  if (!isLoopback) {
    const message = `results are shown to other machines only with a token: set ${variable} in the environment of picket and send it as Authorization: Bearer TOKEN`;
    return { status: 403, message };
  }
  // A page of another site can make a browser connect here under a name of its own, but not under ours.
  if (isLoopbackHost(hostNameOf(headers.host))) return undefined;
  return { status: 403, message: 'ask for it as 127.0.0.1 or localhost' };
}

function isLoopbackHost(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const version = isIP(host);
  return version !== 0 && loopback.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

function hostNameOf(host = ''): string {
  return bareHost(host.replace(/:\d*$/, ''));
}

function bearerOf(authorization = ''): string {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}

/** Takes as long whatever is different. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
