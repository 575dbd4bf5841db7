import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { execa } from 'execa';
import { clusterFolders } from './folders.ts';

const name = 'picket';
/** Milliseconds; the first time it fetches its image. */
const timeout = 900_000;

/** Arguments of kind. */
export const kindArguments = {
  create: (kubeconfig: string) => [
    ...['create', 'cluster', '--name', name],
    ...['--kubeconfig', kubeconfig, '--wait', '180s'],
  ],
  export: (kubeconfig: string) => [
    'export',
    'kubeconfig',
    '--name',
    name,
    '--kubeconfig',
    kubeconfig,
  ],
  delete: (kubeconfig: string) => ['delete', 'cluster', '--name', name, '--kubeconfig', kubeconfig],
  load: (archive: string, cluster: string = name) => [
    'load',
    'image-archive',
    archive,
    '--name',
    cluster,
  ],
};

/** Makes sure that the cluster is there; resolves to the path of its kubeconfig. */
export async function kindUp(): Promise<string> {
  const { kubeconfig } = clusterFolders();
  await mkdir(dirname(kubeconfig), { recursive: true });
  const command = (await kindIsUp()) ? kindArguments.export : kindArguments.create;
  await kind(command(kubeconfig));
  return kubeconfig;
}

export async function kindDown(): Promise<void> {
  await kind(kindArguments.delete(clusterFolders().kubeconfig));
}

export async function kindIsUp(): Promise<boolean> {
  return (await kind(['get', 'clusters'])).split('\n').includes(name);
}

export async function kindLoad(archive: string, cluster?: string): Promise<void> {
  await kind(kindArguments.load(archive, cluster));
}

/** Where pods reach this machine: the gateway of Docker's network for kind. */
export async function kindHostAddress(): Promise<string> {
  const { stdout } = await execa('docker', ['network', 'inspect', 'kind'], { timeout });
  return gatewayOf(stdout);
}

/** From what `docker network inspect` prints, the first gateway with an IPv4 address. */
export function gatewayOf(inspected: string): string {
  const gateway = /"Gateway":\s*"(\d+\.\d+\.\d+\.\d+)"/.exec(inspected)?.[1];
  if (gateway === undefined) throw new Error("Docker's network kind has no IPv4 gateway");
  return gateway;
}

/** Whether Docker answers. */
export async function isDockerRunning(): Promise<boolean> {
  const { exitCode } = await execa('docker', ['info'], { reject: false, timeout: 10_000 });
  return exitCode === 0;
}

async function kind(args: readonly string[]): Promise<string> {
  const { stdout } = await execa('kind', args, { timeout, stderr: ['pipe', 'inherit'] });
  return stdout;
}
