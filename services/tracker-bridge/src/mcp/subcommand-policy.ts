import { BridgeError } from '../errors.ts';
import type { RunInput } from '../run/run-input.ts';

/** Which subcommands may be called. */
export interface SubcommandPolicy {
  /** Nothing may be changed: neither records nor files nor remotes. */
  readonly readOnly: boolean;
  /** As in `ticket read`; undefined where all may be called. */
  readonly allowed: readonly string[] | undefined;
}

export const subcommands = [
  'init',
  ...['create', 'read', 'update', 'delete', 'restore'].flatMap(verb =>
    ['epic', 'story', 'ticket'].map(type => `${type} ${verb}`),
  ),
  'ticket ready',
  'ticket next',
  'ticket work',
  'ticket comment',
  'ticket import-forge',
  'draft epic',
  'draft story',
  'draft ticket',
  'sync',
  'export',
  'import',
  'log',
  'stats',
  'audit',
  'doctor',
  'completion',
];

/** The subcommands that change nothing, with the flags by which they would. */
const reading: ReadonlyMap<string, readonly string[]> = new Map([
  ['epic read', []],
  ['story read', []],
  ['ticket read', []],
  ['ticket ready', []],
  ['log', []],
  ['stats', []],
  ['audit', []],
  ['doctor', ['--fix']],
  ['export', ['--output']],
]);

/** What an agent may call, for its eyes; undefined where that is everything. */
export function allowedSubcommands(policy: SubcommandPolicy): readonly string[] | undefined {
  const { readOnly, allowed = subcommands } = policy;
  if (!readOnly) return policy.allowed;
  return allowed.filter(name => reading.has(name)).map(nameWithLimits);
}

const nameWithLimits = (name: string): string =>
  [name, ...(reading.get(name) ?? []).map(flag => `(without ${flag})`)].join(' ');

/**
 * Throws FORBIDDEN, telling what is allowed, for an input that the policy does not plainly allow: its argv must begin
 * with an allowed subcommand, word for word. Help on any subcommand is always allowed.
 */
export function refuseForbidden(input: RunInput, policy: SubcommandPolicy): void {
  const allowed = allowedSubcommands(policy);
  if (allowed === undefined || asksForHelp(input.argv)) return;
  const problem = problemOf(input, policy);
  if (problem === undefined) return;
  throw new BridgeError(
    'FORBIDDEN',
    `${problem}. argv must begin with one of: ${allowed.join(', ')}; or be a subcommand and --help`,
  );
}

function problemOf({ argv, ...fields }: RunInput, policy: SubcommandPolicy): string | undefined {
  const { readOnly, allowed = subcommands } = policy;
  const name = subcommands.find(known => beginsWith(argv, known.split(' ')));
  if (name === undefined) return 'argv does not begin with a subcommand';
  if (!allowed.includes(name)) return `"${name}" is not allowed here`;
  const syncs = fields.sync !== undefined && fields.sync !== 'off';
  if (!readOnly) {
    const maySync = !syncs || allowed.includes('sync');
    return maySync ? undefined : '"sync" is not allowed here, nor is the field sync';
  }
  const flags = reading.get(name);
  if (flags === undefined) return `"${name}" is not allowed here, where nothing may be changed`;
  const flag = flags.find(one => argv.some(word => word === one || word.startsWith(`${one}=`)));
  if (flag !== undefined) return `${flag} is not allowed here, where nothing may be changed`;
  if (syncs) return 'the field sync is not allowed here, where nothing may be changed';
  if (fields.keepWorktree === true) return 'keepWorktree is not allowed here: it writes files';
  return fields.tempDir === undefined ? undefined : 'tempDir is not allowed here: it makes folders';
}

const beginsWith = (argv: readonly string[], words: readonly string[]): boolean =>
  words.every((word, index) => argv[index] === word);

/** Nothing but words and then `--help`, so that it is no value of a flag. */
function asksForHelp(argv: readonly string[]): boolean {
  const words = argv.slice(0, -1);
  const last = argv.at(-1);
  return (
    (last === '--help' || last === '-h') &&
    words.length <= 2 &&
    words.every(word => /^[a-z]+(-[a-z]+)*$/.test(word))
  );
}
