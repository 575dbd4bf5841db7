import { resolve } from 'node:path';
import { BridgeError } from '../errors.ts';
import { type HttpSettings, readHttpSettings } from '../http/http-settings.ts';
import { commandProblem, repositoryProblem } from '../run/check-places.ts';
import { childEnvironment } from '../run/child-environment.ts';
import { findCommand } from '../run/find-command.ts';

export interface WebSettings extends HttpSettings {
  /** Path of the tracker command; absolute. */
  readonly command: string;
  /** Absolute. */
  readonly repo: string;
  /** Undefined: one of the server's own, which it removes. */
  readonly tempDir: string | undefined;
  /** Milliseconds between two syncs; undefined for none. */
  readonly syncIntervalMs: number | undefined;
}

/** Reads `TRACKER_WEB_…` (spec: Configuration). Rejects with SETTINGS, telling every mistake. */
export async function readWebSettings(env: NodeJS.ProcessEnv, cwd: string): Promise<WebSettings> {
  const problems: string[] = [];
  const settings = {
    command: await readCommand(env, problems),
    repo: await readRepo(env, cwd, problems),
    tempDir: env.TRACKER_WEB_TEMP_DIR ? resolve(cwd, env.TRACKER_WEB_TEMP_DIR) : undefined,
    ...readHttpSettings({ prefix: 'TRACKER_WEB', port: 3847 }, env, problems),
    syncIntervalMs: readSyncInterval(env, problems),
  };
  if (problems.length > 0) throw new BridgeError('SETTINGS', problems.join('\n'));
  return settings;
}

async function readCommand(env: NodeJS.ProcessEnv, problems: string[]): Promise<string> {
  const path = findCommand(env) ?? env.TRACKER_CLI_PATH;
  if (!path) {
    problems.push('TRACKER_CLI_PATH must be the absolute path of the tracker command');
    return '';
  }
  const problem = await commandProblem(path);
  if (problem !== undefined) problems.push(`TRACKER_CLI_PATH: ${problem}`);
  return path;
}

async function readRepo(env: NodeJS.ProcessEnv, cwd: string, problems: string[]): Promise<string> {
  const repo = resolve(cwd, env.TRACKER_WEB_REPO || '.');
  const problem = await repositoryProblem(repo, childEnvironment(env));
  if (problem !== undefined) problems.push(`TRACKER_WEB_REPO: ${problem}`);
  return repo;
}

const longestSeconds = 86_400;

function readSyncInterval(
  { TRACKER_WEB_SYNC_INTERVAL: text }: NodeJS.ProcessEnv,
  problems: string[],
): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > longestSeconds) {
    problems.push(
      `TRACKER_WEB_SYNC_INTERVAL must be a whole number of seconds from 1 to ${longestSeconds}, not "${text}"`,
    );
  }
  return seconds * 1_000;
}
