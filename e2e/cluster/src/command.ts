// The command that `make cluster` runs. `up` prints the path of the kubeconfig, and nothing else.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { exportImage } from './image.ts';
import { exists } from './missing.ts';
import {
  chooseProvider,
  type Provider,
  type ProviderName,
  providerNames,
  providers,
} from './provider.ts';

interface Options {
  readonly provider?: ProviderName;
}

const program = new Command('cluster').description('A Kubernetes to test on');

on('up', 'start it, or leave it as it is when it is whole', async provider => {
  print(await provider.up());
});
on('down', 'end it and all that is left of it; logs stay', provider => provider.down());
on('status', 'tell what runs; exits 1 when it is not ready', async provider => {
  const { isReady, lines } = await provider.status();
  for (const line of lines) print(line);
  print(isReady ? 'ready' : 'not ready');
  if (!isReady) process.exitCode = 1;
});
on('load <archive-or-image>', "give it an OCI archive, or an image of buildah's", load);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  process.stderr.write(`cluster: ${error.message}\n`);
  process.exitCode = 1;
}

function on(
  command: string,
  description: string,
  work: (provider: Provider, argument: string) => Promise<void>,
): void {
  const option = new Option('--provider <name>', 'default: kind where Docker runs, else local');
  program
    .command(command)
    .description(description)
    .addOption(option.choices(providerNames))
    .action(async function (this: Command) {
      const { provider = await chooseProvider() } = this.opts<Options>();
      await work(providers[provider], this.args[0] ?? '');
    });
}

async function load(provider: Provider, what: string): Promise<void> {
  if (await exists(what)) return provider.load(what);
  const folder = await mkdtemp(join(tmpdir(), 'picket-load-'));
  try {
    const archive = join(folder, 'image.tar');
    await exportImage(what, archive);
    await provider.load(archive);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
