import { Fault } from './fault.ts';

/** How the `ping` of iputils ended, run with LC_ALL=C for one echo. */
export interface PingExit {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Echo {
  /** Milliseconds. */
  readonly rtt: number;
  /** Hops the answer could still have gone. */
  readonly ttl: number;
}

/** The advice where `ping` may not run or open its socket. */
export const pingNotPermitted =
  'ping is not permitted: give it the capability net_raw (setcap cap_net_raw+ep), or its group the sysctl net.ipv4.ping_group_range';

/**
 * The echo that came back. Throws a `Fault`: 6 where nothing answered, 7 where host or network is
 * unreachable, 99 where ping itself is at fault.
 */
export function readPing({ exitCode, stdout, stderr }: PingExit): Echo {
  const reply = /ttl=(\d+) time=([\d.]+) ms/.exec(stdout);
  if (exitCode === 0 && reply) return { ttl: Number(reply[1]), rtt: Number(reply[2]) };
  throw faultOf({ exitCode, stdout, stderr });
}

/** ping has one exit code for all errors: which one it was stands only in the system's text, English under LC_ALL=C. */
const notPermitted = /socket: (?:Operation not permitted|Permission denied)$/m;
const unreachable =
  /: ((?:Network|No route|Host)(?: is down| to host| is unreachable)|Cannot assign requested address|Address family not supported by protocol|Operation not permitted)$/m;
/** What a router or the host itself said of the echo, such as `Destination Host Unreachable`. */
const icmpError = /^From (\S+?):? icmp_seq=\d+ (.+)$/m;

function faultOf({ exitCode, stdout, stderr }: PingExit): Fault {
  if (notPermitted.test(stderr)) return new Fault(99, pingNotPermitted);
  const local = unreachable.exec(stderr)?.[1];
  if (local !== undefined) return new Fault(7, local);
  const [, from, what] = icmpError.exec(stdout) ?? [];
  if (what !== undefined) return new Fault(7, `${what} (said ${from})`);
  if (exitCode === 1) return new Fault(6, 'no answer to the echo in time');
  const said = stderr.trim() || stdout.trim() || 'nothing';
  return new Fault(99, `ping ended with code ${exitCode} and said: ${said}`);
}
