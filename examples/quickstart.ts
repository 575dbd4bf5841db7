import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from '@picket/monitor';
import { readSettings } from './shop/settings.ts';
import { type Shop, startShop } from './shop/shop.ts';

const file = new URL('config-file/quickstart.yaml', import.meta.url);
const config = relative('', fileURLToPath(file));
const metricsPort = 9464;

/**
 * `make run` opens the demo shop and watches it with `picket`, both in this process, so that one Ctrl-C ends
 * both. Alert states are kept in memory only: every run begins with all alerts at rest.
 */
try {
  const settings = settingsForConfig();
  await using shop = await openShop(settings);
  process.stdout.write(welcome(shop, settings));
  const args = ['--config', config, '--state', ':memory:', '--metrics-port', `${metricsPort}`];
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

function welcome({ url }: Shop, { health }: Settings): string {
  const [well, broken] = [health.healthyFor / 1000, health.brokenFor / 1000];
  return [
    `Picket checks a demo shop at ${url} by ${config}.`,
    `The shop is well for ${well} s, then broken for ${broken} s: wait for INCIDENT and RECOVERY.`,
    `Metrics: http://127.0.0.1:${metricsPort}/metrics   Stop: Ctrl-C\n\n`,
  ].join('\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
