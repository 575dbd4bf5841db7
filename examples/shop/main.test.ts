import { execa } from 'execa';
import { expect, test } from 'vitest';
import { startShop } from './shop.ts';

const main = new URL('./main.ts', import.meta.url).pathname;
const runMain = (env: Record<string, string>) =>
  execa(process.execPath, [main], { env, reject: false, timeout: 20_000 });

test.each(['SIGINT', 'SIGTERM'] as const)('runs until %s', async signal => {
  const child = runMain({ SHOP_HTTP_PORT: '0', SHOP_TCP_PORT: '0', SHOP_MAIL_PORT: '0' });
  for await (const line of child) {
    expect(line).toMatch(
      /^The shop is open on http:\/\/127\.0\.0\.1:\d+, its till on port \d+, its mail on \d+$/,
    );
    child.kill(signal);
  }
  expect((await child).exitCode).toBe(0);
});

test('says which port is taken and what to do', async () => {
  const shop = await startShop({ httpPort: 0, tcpPort: 0 });
  const { exitCode, stderr } = await runMain({ SHOP_HTTP_PORT: `${shop.httpPort}` });
  await shop.close();
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    `The shop cannot open: port ${shop.httpPort} is taken. Stop what uses it, or set SHOP_HTTP_PORT, SHOP_TCP_PORT or SHOP_MAIL_PORT.`,
  );
});
