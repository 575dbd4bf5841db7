import type { RunInput } from './run-input.ts';

/** The whole argument list of the command: global options first, JSON always, `--flag=value` throughout. */
export function trackerArguments(input: RunInput): string[] {
  const options = {
    '--repo': input.repo,
    '--temp-dir': input.tempDir,
    '--actor': input.actor,
    '--forge-repo': input.forgeRepo,
    '--data-branch': input.dataBranch,
    '--remote': input.remote,
    '--sync': input.sync,
  };
  const given = Object.entries(options).flatMap(([flag, value]) =>
    value === undefined ? [] : [`${flag}=${value}`],
  );
  const keep = input.keepWorktree === true ? ['--keep-worktree'] : [];
  return ['--format=json', ...given, ...keep, ...input.argv];
}
