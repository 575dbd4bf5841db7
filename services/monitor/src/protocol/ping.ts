import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { type Result as Exit, execa } from 'execa';
import type { IpFamily } from '../egress/egress.ts';
import { PrepareError } from '../errors.ts';
import { withoutCredentials } from '../redact/credentials.ts';
import { answered } from './answered.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { failedBy } from './failed.ts';
import { Fault } from './fault.ts';
import { watchPhases } from './phase-watch.ts';
import { type Echo, pingNotPermitted, readPing } from './ping-output.ts';
import type { Protocol, RunContext } from './protocol.ts';
import type { Result } from './result.ts';

/** An entry under `ping`, or the url of an HTTP request with `ping: true`. */
interface Entry {
  /** A host name, an address, or a url, whose host is taken. */
  readonly uri: string;
  readonly ipFamily?: IpFamily;
}

interface Target {
  readonly host: string;
  readonly ipFamily: IpFamily;
}

/**
 * One ICMP echo, sent by the system's `ping`: raw sockets need rights that Node should not have.
 * `response.time` is the round trip in milliseconds, without the time to resolve the name or start `ping`;
 * `response.body` is `{ alive: true, rtt, ttl, address }`.
 */
export const ping: Protocol<Entry, Target> = {
  instance: ({ uri }) => withoutCredentials(uri),
  prepare: ({ uri, ipFamily = 'any' }) => ({ host: hostOf(uri), ipFamily }),
  run,
};

async function run({ host, ipFamily }: Target, context: RunContext): Promise<Result> {
  using deadline = startDeadline(context);
  const startedAt = context.now();
  const watch = watchPhases('resolve');
  const config = { url: host, method: 'PING', headers: {}, data: undefined };
  try {
    const [target] = await deadline.race(() => context.egress.resolve(host, ipFamily));
    const { phases } = watch.read();
    watch.enter('processing');
    if (target === undefined) throw new Fault(0, `${host} has no address`);
    const { rtt, ttl } = await echo(target, context.timeout, deadline);
    return answered({
      body: { alive: true, rtt, ttl, address: target.address },
      config,
      time: rtt,
      measured: { startedAt, phases, ipFamily: familyOf(target), rtt },
    });
  } catch (error) {
    const { time, phases } = watch.read();
    return failedBy(error, watch.phase, { config, time, measured: { startedAt, phases } });
  }
}

/** Sends the echo to a resolved address, which never looks like an option. Ends with its child process gone. */
async function echo(target: LookupAddress, timeout: number, { signal }: Deadline): Promise<Echo> {
  // ping counts in seconds; the deadline ends it to the millisecond.
  const wait = `${Math.ceil(timeout / 1000)}`;
  const child = await execa(
    'ping',
    ['-c', '1', '-n', '-W', wait, `-${familyOf(target)}`, target.address],
    {
      cancelSignal: signal,
      killSignal: 'SIGKILL',
      reject: false,
      stdin: 'ignore',
      maxBuffer: 65_536,
      extendEnv: false,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    },
  );
  if (child.isCanceled) throw signal.reason;
  if (child.exitCode === undefined) throw notRunFault(child);
  return readPing({ exitCode: child.exitCode, stdout: child.stdout, stderr: child.stderr });
}

function notRunFault({ code, message }: Pick<Exit, 'code' | 'message'>): Fault {
  if (code === 'ENOENT') {
    return new Fault(
      99,
      'ping is not installed: install iputils (package iputils-ping or iputils)',
    );
  }
  // Linux refuses to start a program with file capabilities where the process may never have them.
  if (code === 'EACCES' || code === 'EPERM') return new Fault(99, pingNotPermitted);
  return new Fault(99, `ping could not be run: ${message}`);
}

function familyOf({ family }: LookupAddress): 4 | 6 {
  return family === 6 ? 6 : 4;
}

function hostOf(uri: string): string {
  if (isIP(uri) !== 0) return uri;
  const url = uri.includes('://') ? uri : `http://${uri}`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  if (host === '')
    throw new PrepareError(14, `"${withoutCredentials(uri)}" is no host name, address or url`);
  return host;
}
