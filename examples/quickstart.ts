import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from '@picket/monitor';
import { readSettings } from './shop/settings.ts';
import { type Shop, startShop } from './shop/shop.ts';
import { openBoard } from './tracker/open-board.ts';
import { type ServedBoard, serveBoard } from './tracker/serve-board.ts';

const file = new URL('config-file/quickstart.yaml', import.meta.url);
const config = relative('', fileURLToPath(file));
const boards = fileURLToPath(new URL('../.cache/demo-board', import.meta.url));
const metricsPort = 9464;

/**
 * `make run` opens the demo shop, watches it with `picket`, and serves the board of those who build it with
 * `tracker-web`, where each incident becomes a ticket: one Ctrl-C ends all three. Alert states and the history are kept
 * in memory only, so that every run begins with all alerts at rest; the board is kept from run to run.
 */
try {
  const settings = settingsForConfig();
  await using shop = await openShop(settings);
  const repo = await openBoard(boards);
  await using board = await serveBoard(repo, process.env);
  process.stdout.write(welcome({ shop, settings, board, repo }));
  const kept = ['--state', ':memory:', '--history', ':memory:'];
  const args = ['--config', config, ...kept, '--metrics-port', `${metricsPort}`];
  Object.assign(process.env, { TRACKER_URL: board.url, TRACKER_TOKEN: board.token });
  process.exitCode = await main([...args, '--output', 'text'], process);
} catch (error) {
  process.stderr.write(`The quickstart cannot go on: ${messageOf(error)}\n`);
  process.exitCode = 1;
}

/** The config asks the shop on its default address, whatever the environment says. */
function settingsForConfig() {
  return readSettings({ ...process.env, SHOP_HTTP_PORT: '', SHOP_TCP_PORT: '', SHOP_ADDRESS: '' });
}

type Settings = ReturnType<typeof settingsForConfig>;

async function openShop(settings: Settings): Promise<Shop & AsyncDisposable> {
  const shop = await startShop(settings);
  return { ...shop, [Symbol.asyncDispose]: shop.close };
}

interface Opened {
  readonly shop: Shop;
  readonly settings: Settings;
  readonly board: ServedBoard;
  readonly repo: string;
}

function welcome({ shop, settings, board, repo }: Opened): string {
  const [well, broken] = [settings.health.healthyFor / 1000, settings.health.brokenFor / 1000];
  return [
    `Picket checks a demo shop at ${shop.url} by ${config}.`,
    `The shop is well for ${well} s, then broken for ${broken} s: wait for INCIDENT and RECOVERY. Each is told in a ticket.`,
    `Metrics: http://127.0.0.1:${metricsPort}/metrics`,
    `History: http://127.0.0.1:${metricsPort}/api/history/probes`,
    '',
    `The tracker of those who run it: ${board.url}   Token: ${board.token}`,
    `Both in one: ${board.url}/#token=${board.token}`,
    `The board is kept in ${relative('', repo)}.   Stop: Ctrl-C\n\n`,
  ].join('\n');
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error) || error.code !== 'EADDRINUSE' || !('port' in error)) return error.message;
  return `port ${error.port} is taken. End what listens there: is \`make run\` running already?`;
}
