import { TrackerError } from '../errors.ts';
import { faultOfRefName } from '../store/branch-name.ts';
import type { SyncMode } from '../sync/sync-mode.ts';
import { syncModes } from '../sync/sync-mode.ts';

/** The options that stand before the subcommand. */
export interface GlobalOptions {
  readonly repo: string;
  readonly tempDir: string | undefined;
  readonly format: 'text' | 'json';
  readonly actor: string | undefined;
  /** `owner/name`. */
  readonly forgeRepo: string | undefined;
  readonly dataBranch: string;
  readonly remote: string;
  /** Undefined: `off` for mutations, `full` for `sync`. */
  readonly sync: SyncMode | undefined;
  readonly keepWorktree: boolean;
}

/** As commander hands them over. */
export type GivenOptions = Readonly<Record<string, string | boolean | undefined>>;

/**
 * The options, with what the environment says where a flag is missing; there an empty variable says nothing. Throws
 * with every fault, each naming the flag or the variable it comes from.
 */
export function readGlobalOptions(given: GivenOptions, env: NodeJS.ProcessEnv): GlobalOptions {
  const faults: Fault[] = [];
  const read = (option: string, flag: string, variable?: string): Source | undefined => {
    const value = given[option];
    if (typeof value === 'string') return { value, name: flag };
    const fallback = variable === undefined ? undefined : env[variable];
    return fallback && variable ? { value: fallback, name: variable } : undefined;
  };
  const check = (source: Source | undefined, code: Fault['code'], faultOf: FaultOf): void => {
    const fault = source && faultOf(source.value);
    if (source && fault !== undefined) faults.push({ code, problem: `${source.name} ${fault}` });
  };
  const repo = read('repo', '--repo');
  check(repo, 'USAGE', faultOfPath);
  const tempDir = read('tempDir', '--temp-dir');
  check(tempDir, 'USAGE', faultOfPath);
  const format = read('format', '--format');
  check(format, 'USAGE', value => faultOfChoice(formats, value));
  const actor = read('actor', '--actor', 'TRACKER_ACTOR');
  check(actor, 'INVALID', faultOfActor);
  const forgeRepo = read('forgeRepo', '--forge-repo', 'FORGE_REPO');
  check(forgeRepo, 'INVALID', faultOfForgeRepo);
  const dataBranch = read('dataBranch', '--data-branch', 'TRACKER_DATA_BRANCH');
  check(dataBranch, 'BRANCH_NAME', value => noName(value, faultOfRefName(value)));
  const remote = read('remote', '--remote', 'TRACKER_REMOTE');
  check(remote, 'REMOTE_NAME', value => noName(value, faultOfRefName(value)));
  const sync = read('sync', '--sync', 'TRACKER_SYNC');
  check(sync, 'USAGE', value => faultOfChoice(syncModes, value));
  refuse(faults);
  return {
    repo: repo?.value ?? '.',
    tempDir: tempDir?.value,
    format: format?.value === 'json' ? 'json' : 'text',
    actor: actor?.value.trim(),
    forgeRepo: forgeRepo?.value,
    dataBranch: dataBranch?.value ?? 'tracker-data',
    remote: remote?.value ?? 'origin',
    sync: syncModes.find(mode => mode === sync?.value),
    keepWorktree: given.keepWorktree === true,
  };
}

export const formats = ['text', 'json'] as const;

/** What is wrong with a name that deeds are to be done in, in words that follow where it comes from. */
export function faultOfActor(actor: string): string | undefined {
  if (actor.trim() === '') return 'is empty: give a name, such as "Ann <ann@example.org>"';
  if (actor.length > 200) return `is longer than 200 characters (${actor.length})`;
  if (!actor.isWellFormed()) return 'is no Unicode text';
  return /\p{Cc}/u.test(actor) ? 'holds a control character' : undefined;
}

interface Source {
  readonly value: string;
  /** The flag or the variable. */
  readonly name: string;
}

interface Fault {
  readonly code: 'USAGE' | 'INVALID' | 'BRANCH_NAME' | 'REMOTE_NAME';
  readonly problem: string;
}

type FaultOf = (value: string) => string | undefined;

function faultOfPath(value: string): string | undefined {
  if (value === '') return 'is empty: give a path';
  return value.includes('\0') ? 'holds a NUL' : undefined;
}

function faultOfChoice(choices: readonly string[], value: string): string | undefined {
  return choices.includes(value)
    ? undefined
    : `must be one of ${choices.join(', ')}, not ${quoted(value)}`;
}

function faultOfForgeRepo(value: string): string | undefined {
  return /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(value)
    ? undefined
    : `must be owner/name, not ${quoted(value)}`;
}

function noName(value: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `cannot be ${quoted(value)}: ${fault}`;
}

/** What was given, on one line and not at any length. */
export function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}

function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const problems = faults.map(({ problem }) => problem);
  const code = faults.every(fault => fault.code === first.code) ? first.code : 'USAGE';
  throw new TrackerError(code, problems.length === 1 ? first.problem : problems.join('; '), {
    remedy: 'see `tracker --help`',
    problems: problems.length === 1 ? [] : problems,
  });
}
