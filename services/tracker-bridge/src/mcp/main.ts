import { createBridgeLog } from '../bridge-log.ts';
import { BridgeError } from '../errors.ts';
import { repositoryProblem } from '../run/check-places.ts';
import { childEnvironment } from '../run/child-environment.ts';
import { findCommand } from '../run/find-command.ts';
import { createRunner } from '../run-tracker.ts';
import { stopAsked } from '../stop-asked.ts';
import { type McpSettings, readMcpSettings } from './mcp-settings.ts';
import { serveHttp } from './serve-http.ts';
import { serveStdio } from './serve-stdio.ts';

/** `tracker-mcp`: serves until SIGINT, SIGTERM or the end of its input. Resolves to the exit code. */
export async function main(process: NodeJS.Process): Promise<number> {
  const { env } = process;
  const stopped = stopAsked(process);
  try {
    const settings = readMcpSettings(process.argv.slice(2), env, process.cwd());
    await requireRepository(settings, env);
    // Standard output is the protocol's.
    const log = createBridgeLog();
    const runner = createRunner({
      command: commandOf(env),
      env: childEnvironment(env),
      limits: { outputBytes },
    });
    if (settings.transport === 'stdio') {
      await serveStdio(settings, { runner, log }, process, stopped);
      return 0;
    }
    const server = await serveHttp(settings, { runner, log });
    log.info({ url: server.url, repo: settings.repo }, 'listening');
    await stopped;
    await server.close();
    return 0;
  } catch (error) {
    const told = error instanceof BridgeError ? error.message : portProblem(error);
    if (told === undefined) throw error;
    process.stderr.write(`${told}\n`);
    return 1;
  }
}

/** The text of a result holds the output twice, and MCP clients take messages of 10 MiB over stdio. */
const outputBytes = 1024 * 1024;

/** A host may start it anywhere over stdio, and name a repository with each call. */
async function requireRepository(
  { transport, repo }: McpSettings,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (transport === 'stdio' && !env.TRACKER_MCP_REPO) return;
  const problem = await repositoryProblem(repo, childEnvironment(env));
  if (problem !== undefined) throw new BridgeError('SETTINGS', `TRACKER_MCP_REPO: ${problem}`);
}

function commandOf(env: NodeJS.ProcessEnv): string {
  const command = findCommand(env);
  if (command !== undefined) return command;
  throw new BridgeError(
    'SETTINGS',
    'set TRACKER_CLI_PATH to the absolute path of the tracker command',
  );
}

/** Where listening failed. */
function portProblem(error: unknown): string | undefined {
  const isOfSystem = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
  return isOfSystem ? `cannot listen: ${error.message}` : undefined;
}
