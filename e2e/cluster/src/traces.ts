import { readlink, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { containerdNamespace, networkName } from './containerd.ts';
import { namesIn } from './folders.ts';

const networkResults = '/var/lib/cni/results';
const logLinks = '/var/log/containers';
const kubeletFolder = '/var/lib/kubelet';
const cgroups = '/sys/fs/cgroup';

/** Removes what the components put where it can't be chosen, and nothing that another Kubernetes may need. */
export async function removeTraces(podLogs: string): Promise<void> {
  await removeNetworkResults();
  await removeLogLinks(podLogs);
  // The kubelet's socket for devices, where no other kubelet lives beside it.
  const others = (await namesIn(kubeletFolder)).filter(name => name !== 'device-plugins');
  if (others.length === 0) await rm(kubeletFolder, { recursive: true, force: true });
  for (const folder of [
    ...[networkResults, '/var/lib/cni', logLinks, '/run/containerd/s', '/run/containerd'],
    // One for each controller, or one for all.
    ...['', ...(await namesIn(cgroups))].map(name => join(cgroups, name, containerdNamespace)),
  ]) {
    await removeIfEmpty(folder);
  }
}

async function removeNetworkResults(): Promise<void> {
  const names = await namesIn(networkResults);
  const own = new RegExp(`^${networkName}-(\\w+)-`);
  const pods = names.flatMap(name => own.exec(name)?.[1] ?? []);
  for (const name of names) {
    if (pods.some(pod => name.includes(pod))) await rm(join(networkResults, name));
  }
}

async function removeLogLinks(podLogs: string): Promise<void> {
  for (const name of await namesIn(logLinks)) {
    const link = join(logLinks, name);
    if ((await readlink(link)).startsWith(`${podLogs}/`)) await rm(link);
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!isLeftAlone(error)) throw error;
  }
}

/** It isn't there, isn't empty, is in use, or lies below what is a file. */
function isLeftAlone(error: unknown): boolean {
  const codes: readonly unknown[] = ['ENOENT', 'ENOTEMPTY', 'EBUSY', 'ENOTDIR'];
  return error instanceof Error && 'code' in error && codes.includes(error.code);
}
