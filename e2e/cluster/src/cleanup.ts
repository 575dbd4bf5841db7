import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { ClusterRecord } from './cluster-record.ts';
import { containerdNamespace, containerdState, runcRoot } from './containerd.ts';
import { cleanFirewall } from './firewall.ts';
import { clusterFolders, namesIn, runFolder } from './folders.ts';
import { isMissing } from './missing.ts';
import { unmountWithin } from './mounts.ts';
import { removeBridge } from './network.ts';
import { endProcesses, findMarked } from './process-sweep.ts';
import { restoreSysctls } from './sysctl.ts';
import { removeTraces } from './traces.ts';

/**
 * Ends and removes everything of a cluster but its logs, however much of it is there: first all that could start
 * something anew, then the containers, then what they leave in the kernel, and the record of it last.
 */
export async function removeCluster({ home, sysctls }: ClusterRecord): Promise<void> {
  await endMarked();
  await deleteContainers();
  await removeShimSockets();
  await unmountWithin([runFolder, home]);
  await removeBridge();
  await cleanFirewall();
  await restoreSysctls(sysctls);
  const folders = clusterFolders({ PICKET_CLUSTER: home });
  await removeTraces(folders.podLogs);
  const { etcd, pki, config, containerd, kubelet, podLogs, kubeconfig } = folders;
  for (const path of [etcd, pki, config, containerd, kubelet, podLogs, kubeconfig, runFolder]) {
    await rm(path, { recursive: true, force: true });
  }
}

/** Once more for what was being started meanwhile. */
async function endMarked(): Promise<void> {
  for (let rounds = 0; rounds < 10; rounds++) {
    const processes = await findMarked();
    if (processes.length === 0) return;
    await endProcesses(processes);
  }
  throw new Error('something goes on starting processes of the cluster');
}

/** Kills what runs in them and removes their cgroups. */
async function deleteContainers(): Promise<void> {
  const root = join(runcRoot, containerdNamespace);
  for (const id of await namesIn(root)) {
    await execa('runc', ['--root', root, 'delete', '--force', id]);
  }
}

/** containerd always puts these into a folder of its own choice; each container's bundle says which is its. */
async function removeShimSockets(): Promise<void> {
  const bundles = join(containerdState, 'io.containerd.runtime.v2.task', containerdNamespace);
  for (const id of await namesIn(bundles)) {
    const address = await readIfThere(join(bundles, id, 'address'));
    const path = /^unix:\/\/(\S+)/.exec(address)?.[1];
    if (path !== undefined) await rm(path, { force: true });
  }
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}
