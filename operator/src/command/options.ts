import { hostname } from 'node:os';
import { PicketError, parseArguments, wholeNumber } from '@picket/monitor';
import { Command, Option } from 'commander';

/** How the command was called. */
export interface Options {
  /** File with `notifications`, `egress` and `history`. */
  readonly config?: string;
  /** Undefined: as in a pod, else the user's own. */
  readonly kubeconfig?: string;
  /** Whose probes are run; empty: those of all. */
  readonly namespaces: readonly string[];
  /** Replicas of one group share the probes. */
  readonly group: string;
  readonly host: string;
  readonly port: number;
  readonly writesPerSecond: number;
  /** Runs at once. */
  readonly concurrency: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  readonly pod: Pod;
}

/** Who this replica is. */
export interface Pod {
  readonly name: string;
  readonly namespace: string;
  /** Absent outside a pod. */
  readonly uid?: string;
}

type RawOptions = Omit<Options, 'namespaces' | 'pod'> & { readonly namespaces: string };

/** Reads the arguments after `picket-operator`. Throws `PKT_USAGE` where they are wrong, `Printed` where help was asked for. */
export function parseOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  version: string,
): Options {
  const { namespaces, ...raw } = parseArguments(describe(version), argv).opts<RawOptions>();
  return { ...raw, namespaces: namesIn(namespaces), pod: podOf(env) };
}

function describe(version: string): Command {
  return new Command('picket-operator')
    .description('Runs the Probe resources of a Kubernetes cluster and tells what breaks.')
    .version(version)
    .option(
      '--config <file>',
      'file with notifications, egress rules and history; read again when it changes',
    )
    .option('--kubeconfig <file>', 'how to reach the cluster (default: as a pod of it)')
    .option('--namespaces <names>', 'run only their probes (comma-separated; default: all)', '')
    .option('--group <name>', 'replicas of one group share the probes', 'picket')
    .option('--host <address>', 'address to serve /metrics, /livez and /readyz on', '0.0.0.0')
    .option('--port <port>', 'port to serve them on', wholeNumber(0, 65_535), 9464)
    .option(
      '--writes-per-second <n>',
      'writes to the API server a second, at most',
      wholeNumber(1, 10_000),
      100,
    )
    .option('--concurrency <n>', 'probes run at once, at most', wholeNumber(1, 100_000), 1000)
    .addOption(
      new Option('--log-level <level>', 'least level of what is logged')
        .choices(['debug', 'info', 'warn', 'error'])
        .default('info'),
    )
    .allowExcessArguments(false)
    .addHelpText('after', '\nIn a pod POD_NAME, POD_NAMESPACE and POD_UID say who it is.');
}

function namesIn(text: string): string[] {
  if (text === '') return [];
  const names = text.split(',').map(name => name.trim());
  const wrong = names.filter(name => !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name));
  if (wrong.length === 0) return [...new Set(names)];
  const list = wrong.map(name => `"${name}"`).join(', ');
  throw new PicketError('PKT_USAGE', `--namespaces: ${list} cannot be the name of a namespace`);
}

function podOf({ POD_NAME, POD_NAMESPACE, POD_UID }: Readonly<Record<string, string | undefined>>) {
  return {
    name: POD_NAME || hostname().toLowerCase(),
    namespace: POD_NAMESPACE || 'default',
    ...(POD_UID && { uid: POD_UID }),
  };
}
