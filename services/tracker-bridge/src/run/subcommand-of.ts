/** Global options that take what follows them as their value, whatever it is. */
const valued: readonly string[] = [
  '--repo',
  '--format',
  '--actor',
  '--sync',
  '--remote',
  '--data-branch',
  '--forge-repo',
  '--temp-dir',
];

/** What a command line asks for. */
export interface Subcommand {
  /** As in `ticket`. */
  readonly name: string;
  /** What follows it: its own subcommand, flags and operands. */
  readonly rest: readonly string[];
}

/**
 * The subcommand that the command takes an argv for; undefined where it takes none, and prints help or an error. It
 * reads the global options in front as commander does, which a test compares it with.
 */
export function subcommandOf(argv: readonly string[]): Subcommand | undefined {
  for (let index = 0; index < argv.length; index++) {
    const element = argv[index];
    if (element === undefined) return undefined;
    if (valued.includes(element)) index++;
    else if (element === '--') return subcommandAt(argv, index + 1);
    else if (!isGlobalOption(element)) {
      return element.startsWith('-') && element !== '-' ? undefined : subcommandAt(argv, index);
    }
  }
  return undefined;
}

function subcommandAt(argv: readonly string[], index: number): Subcommand | undefined {
  const name = argv[index];
  return name === undefined ? undefined : { name, rest: argv.slice(index + 1) };
}

const isGlobalOption = (element: string): boolean =>
  element === '--keep-worktree' || valued.some(name => element.startsWith(`${name}=`));
