import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('quickstart.ts', import.meta.url));

/** Text that passes by in this order while the shop breaks and heals once. */
const story = [
  'Metrics: http://127.0.0.1:9464/metrics',
  'health  200 OK',
  'alert: broken',
  'INCIDENT health',
  'RECOVERY health',
];

test('the quickstart shows a healthy shop, its incident and its recovery, and ends at SIGINT', async () => {
  const quickstart = execa(process.execPath, [script], {
    env: { SHOP_HEALTHY_SECONDS: '5', SHOP_BROKEN_SECONDS: '6', NO_COLOR: '1' },
    reject: false,
    timeout: 60_000,
  });
  const missing = [...story];
  for await (const line of quickstart) {
    if (missing[0] !== undefined && line.includes(missing[0])) missing.shift();
    if (missing.length === 0) quickstart.kill('SIGINT');
  }
  const { exitCode, stderr } = await quickstart;
  expect(missing, stderr).toEqual([]);
  expect(exitCode).toBe(0);
});
