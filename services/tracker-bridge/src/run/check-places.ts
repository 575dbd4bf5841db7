import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { execa } from 'execa';

/** Why a folder cannot be the repository; undefined where it can. */
export async function repositoryProblem(
  path: string,
  env: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return `${path} is no folder`;
  const { exitCode, stderr } = await execa('git', ['rev-parse', '--git-dir'], {
    cwd: path,
    env,
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    timeout: 30_000,
  });
  if (exitCode === 0) return undefined;
  if (exitCode === undefined) return 'git cannot be run: is it installed?';
  return `${path} is not in a Git repository: ${stderr.split('\n')[0]}`;
}

/** Why a path cannot be that of the command; undefined where it can. */
export async function commandProblem(path: string): Promise<string | undefined> {
  if (!isAbsolute(path)) return `"${path}" is not an absolute path`;
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? undefined : `${path} is no file`;
}
