import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPicket } from '@picket/monitor/fixtures/picket-process';
import { stringify } from 'yaml';

/** The `picket` command on its schedule. */
interface Monitor extends AsyncDisposable {
  /** `address:port` of its metrics. */
  readonly address: string;
}

/** Its states are kept in memory. */
export async function startMonitor(config: object): Promise<Monitor> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-monitor-'));
  const file = join(folder, 'probes.yaml');
  await writeFile(file, stringify(config));
  const flags = ['--metrics-port', '0', '--output', 'json', '--state', ':memory:'];
  const picket = startPicket(['-c', file, ...flags], { timeout: 120_000 });
  const stop = async () => {
    await picket[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [, address = ''] = await picket.sees(/"metrics":"http:\/\/([^"/]+)/);
    return { address, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
