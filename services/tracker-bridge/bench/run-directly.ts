import type { TemporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import { execa } from 'execa';
import { findCommand } from '../src/run/find-command.ts';
import { trackerArguments } from '../src/run/tracker-arguments.ts';

/** The same process as the server starts for a run, without the server. Resolves to what it printed. */
export async function runDirectly(
  { path, folder, env }: TemporaryRepository,
  argv: readonly string[],
): Promise<string> {
  const command = findCommand(env);
  if (command === undefined) throw new Error('the tracker command is not installed');
  const args = trackerArguments({ argv: [...argv], repo: path, tempDir: folder });
  const { stdout } = await execa(process.execPath, [command, ...args], {
    env,
    extendEnv: false,
    stdin: 'ignore',
    // As the server has it: on a busy machine, Linux shares its time among sessions, not processes.
    detached: true,
  });
  return stdout;
}
