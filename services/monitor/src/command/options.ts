import { type Command, InvalidArgumentError, Option } from 'commander';
import { PicketError } from '../errors.ts';
import { type ImportKind, importKinds } from '../import/kinds.ts';
import { collected, wholeNumber } from './arguments.ts';
import type { Importing } from './imported-definition.ts';

/** How the command was called. */
export interface Options {
  readonly config?: string;
  /** A file of another tool to run instead of a config file. */
  readonly importing?: Importing;
  /** Ids of the probes to run, in this order; undefined: all. */
  readonly ids?: readonly string[];
  /** How many whole passes to run before exiting; undefined: run on the schedule until stopped. */
  readonly passes?: number;
  /** Only ask and tell: no state file, no notifications. */
  readonly once: boolean;
  readonly validate: boolean;
  readonly output?: 'text' | 'json';
  /** Undefined where it was not given: 9464 on the schedule, no server for passes. */
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly state?: string;
  /** A file or the url of a database; false: none; undefined: as the config says. */
  readonly history?: string | false;
}

interface RawOptions extends Partial<Record<ImportKind, string>> {
  config?: string;
  id?: string[];
  repeat?: number;
  variables?: string[];
  once?: boolean;
  metricsPort?: number;
  metricsHost: string;
  output?: 'text' | 'json';
  state?: string;
  history?: string | boolean;
  validate?: boolean;
}

/** What was given to a command that `describeOptions` described. Throws `PKT_USAGE` where it contradicts itself. */
export function readOptions(given: Command): Options {
  const raw = given.opts<RawOptions>();
  const importing = importingOf(raw);
  if (raw.once && raw.repeat !== undefined) {
    throw new PicketError(
      'PKT_USAGE',
      '--once runs one pass and --repeat several: give one of them',
    );
  }
  if (raw.once && raw.state !== undefined) {
    throw new PicketError('PKT_USAGE', '--once keeps no state: leave out --once or --state');
  }
  if (raw.once && typeof raw.history === 'string') {
    throw new PicketError('PKT_USAGE', '--once keeps no history: leave out --once or --history');
  }
  const isPass = raw.once === true || raw.id !== undefined || raw.repeat !== undefined;
  return {
    once: raw.once ?? false,
    validate: raw.validate ?? false,
    metricsHost: raw.metricsHost,
    ...(raw.config !== undefined && { config: raw.config }),
    ...(importing && { importing }),
    ...(raw.id !== undefined && { ids: raw.id }),
    ...(isPass && { passes: raw.repeat ?? 1 }),
    ...(raw.output !== undefined && { output: raw.output }),
    ...(raw.metricsPort !== undefined && { metricsPort: raw.metricsPort }),
    ...(raw.state !== undefined && { state: raw.state }),
    ...(raw.history !== undefined && raw.history !== true && { history: raw.history }),
  };
}

function importingOf(raw: RawOptions): Importing | undefined {
  const [kind, ...others] = importKinds.filter(each => raw[each] !== undefined);
  const file = kind === undefined ? undefined : raw[kind];
  const { variables = [] } = raw;
  if (kind === undefined || file === undefined) {
    if (variables.length > 0) {
      throw new PicketError('PKT_USAGE', '--variables goes with --postman or --insomnia');
    }
    return undefined;
  }
  const [other] = [...others, ...(raw.config === undefined ? [] : ['config'])];
  if (other !== undefined) {
    throw new PicketError(
      'PKT_USAGE',
      `--${kind} and --${other} name a file each: give one of them`,
    );
  }
  if (kind === 'har' && variables.length > 0) {
    throw new PicketError('PKT_USAGE', '--variables: a HAR file has none');
  }
  return { kind, file, variables };
}

/** Adds the options of a run. */
export function describeOptions(command: Command): Command {
  return command
    .description('Check services on time and tell what breaks, from one YAML file.')
    .option(
      '-c, --config <file>',
      'config file (default: probes.yaml, picket.yaml or monika.yml here)',
    )
    .option('--id <ids>', 'run only these probes, in this order, once (comma-separated)', listOfIds)
    .option('--repeat <n>', 'run n whole passes, then exit', wholeNumber(1, 1_000_000))
    .option(
      '--once',
      'run each probe once without state or notifications; exit 1 if an alert is true',
    )
    .option('--validate', 'check the config file and exit')
    .option('--state <file>', 'file that keeps alert states (default: beside the config file)')
    .option(
      '--history <place>',
      'SQLite file or PostgreSQL database that keeps results (default: beside the state file)',
    )
    .option('--no-history', 'keep no results')
    .option('--metrics-port <port>', 'port of /metrics, /livez and /readyz', wholeNumber(0, 65_535))
    .option('--metrics-host <host>', 'address to serve metrics on', '127.0.0.1')
    .addOption(
      new Option('--output <form>', 'form of the output (default: text on a terminal)').choices([
        'text',
        'json',
      ]),
    )
    .option('--postman <file>', 'run the requests of a Postman collection')
    .option('--insomnia <file>', 'run the requests of an Insomnia collection')
    .option('--har <file>', 'run the requests of a HAR file')
    .option(
      '--variables <file>',
      'values of variables for --postman and --insomnia; later files win',
      collected,
    )
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      '\nExit codes: 0 well, 1 an alert is true or the config has errors, 2 wrong usage.',
    );
}

function listOfIds(text: string): string[] {
  const ids = text.split(',').map(id => id.trim());
  if (ids.some(id => id === '')) throw new InvalidArgumentError('Give ids such as a,b.');
  return ids;
}
