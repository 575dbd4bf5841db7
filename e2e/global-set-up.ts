import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const command = fileURLToPath(new URL('cluster/src/command.ts', import.meta.url));

const cluster = (what: 'status' | 'down') =>
  execa(process.execPath, [command, what], { reject: false, timeout: 120_000 });

/** The tests bring a cluster up where none runs; then it ends with them. */
export default async function setUp(): Promise<() => Promise<void>> {
  const isTheirs = !process.env.KUBECONFIG && (await cluster('status')).exitCode !== 0;
  return async () => {
    if (isTheirs) await cluster('down');
  };
}
