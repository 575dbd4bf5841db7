import { serveStdio as serveMcp } from '@modelcontextprotocol/server/stdio';
import type { Logger } from 'pino';
import type { Runner } from '../run-tracker.ts';
import { createToolServer } from './create-tool-server.ts';
import type { StdioSettings } from './mcp-settings.ts';

/** Serves whoever started the process, with its user's rights, until that ends the input or `stopped` resolves. */
export async function serveStdio(
  { repo, policy }: StdioSettings,
  { runner, log }: { readonly runner: Runner; readonly log: Logger },
  process: NodeJS.Process,
  stopped: Promise<void>,
): Promise<void> {
  const ended = new Promise<void>(resolve => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.stdout.once('error', () => resolve());
  });
  const place = async <Input extends object>(input: Input) => ({ repo, ...input });
  const connection = serveMcp(() => createToolServer({ runner, policy, place, log }), {
    onerror: error => log.warn({ why: error.message }, 'a message was refused'),
  });
  await Promise.race([ended, stopped]);
  await connection.close();
  await runner.close();
  process.stdin.destroy();
}
