import { readSettings } from './settings.ts';
import { startShop } from './shop.ts';

/** `node examples/shop/main.ts` opens the shop until SIGINT or SIGTERM. */
try {
  const shop = await startShop(readSettings(process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, shop.close);
  const { url, tcpPort, mailPort } = shop;
  process.stdout.write(
    `The shop is open on ${url}, its till on port ${tcpPort}, its mail on ${mailPort}\n`,
  );
} catch (error) {
  process.stderr.write(`The shop cannot open: ${messageOf(error)}\n`);
  process.exitCode = 1;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error) || error.code !== 'EADDRINUSE' || !('port' in error)) return error.message;
  return `port ${error.port} is taken. Stop what uses it, or set SHOP_HTTP_PORT, SHOP_TCP_PORT or SHOP_MAIL_PORT.`;
}
