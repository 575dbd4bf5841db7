import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { createBridgeLog } from '../bridge-log.ts';
import { BridgeError } from '../errors.ts';
import { stopAsked } from '../stop-asked.ts';
import { builtUi, ensureBuiltUi } from './built-ui.ts';
import { startWebServer } from './start-web-server.ts';
import { readWebSettings } from './web-settings.ts';

const help = `Usage: tracker-web [--help] [--version]

Serves the board of a Git repository in the browser until it is ended by SIGINT or SIGTERM.

  TRACKER_WEB_REPO           the repository (default: where you are)
  TRACKER_WEB_HOST           address to bind to (default: 127.0.0.1)
  TRACKER_WEB_PORT           port (default: 3847)
  TRACKER_WEB_TOKEN          bearer token that is asked for; needed on other addresses
  TRACKER_WEB_ALLOWED_HOSTS  names it is called by, with commas between
  TRACKER_WEB_TEMP_DIR       folder for scratch files (default: one of its own)
  TRACKER_WEB_SYNC_INTERVAL  seconds between syncs with the remote (default: none)
  TRACKER_CLI_PATH           the tracker command, where its package is not installed

docs/tracker-web.md says more.
`;

/** `tracker-web`: serves until SIGINT or SIGTERM. Resolves to the exit code. */
export async function main(process: NodeJS.Process): Promise<number> {
  try {
    const asked = readArguments(process.argv.slice(2));
    if (asked !== undefined) process.stdout.write(asked);
    else await serve(process);
    return 0;
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function serve(process: NodeJS.Process): Promise<void> {
  const asked = stopAsked(process);
  const settings = await readWebSettings(process.env, process.cwd());
  await ensureBuiltUi(text => process.stderr.write(text));
  const log = createBridgeLog();
  const server = await startWebServer({ settings, env: process.env, ui: builtUi, log });
  process.stdout.write(`The tracker of ${settings.repo}: ${server.url}\n`);
  await asked;
  await server.close();
}

/** What is to be printed instead of serving. */
function readArguments(args: readonly string[]): string | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
    });
    if (values.help === true) return help;
    return values.version === true ? `${manifest.version}\n` : undefined;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BridgeError('SETTINGS', `${error.message}\nSee tracker-web --help.`);
  }
}
