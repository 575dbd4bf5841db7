import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { containerdSocket } from './containerd.ts';
import { type ClusterSettings, kubeconfigOf } from './control-plane.ts';
import type { Component } from './detached-process.ts';
import type { ClusterFolders } from './folders.ts';
import { clusterDomain, hostAddress, ports } from './network.ts';
import { pkiFiles } from './pki.ts';

/** The name of the one node. */
export const nodeName = 'picket';

/** Writes its configuration. */
export async function kubelet({ folders, tools }: ClusterSettings): Promise<Component> {
  const config = join(folders.config, 'kubelet.yaml');
  await mkdir(folders.kubelet, { recursive: true });
  await writeFile(config, stringify(settings(folders)));
  return {
    name: 'kubelet',
    file: join(tools, 'kubelet'),
    args: [
      `--config=${config}`,
      `--kubeconfig=${kubeconfigOf(folders, 'kubelet')}`,
      `--root-dir=${folders.kubelet}`,
      `--hostname-override=${nodeName}`,
      `--node-ip=${hostAddress}`,
    ],
    cwd: folders.home,
  };
}

function settings(folders: ClusterFolders) {
  const files = pkiFiles(folders.pki);
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    address: hostAddress,
    port: ports.kubelet,
    readOnlyPort: 0,
    healthzBindAddress: '127.0.0.1',
    healthzPort: ports.kubeletHealth,
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: files.authority },
    },
    authorization: { mode: 'Webhook' },
    tlsCertFile: files.kubeletCertificate,
    tlsPrivateKeyFile: files.kubeletKey,
    containerRuntimeEndpoint: `unix://${containerdSocket}`,
    podLogsDir: folders.podLogs,
    volumePluginDir: join(folders.kubelet, 'plugins'),
    clusterDNS: [hostAddress],
    clusterDomain,
    // Machines of all ages, also containers that may not touch their cgroups or lower an OOM score.
    cgroupDriver: 'cgroupfs',
    failCgroupV1: false,
    cgroupsPerQOS: false,
    enforceNodeAllocatable: [],
    failSwapOn: false,
    oomScoreAdj: 0,
    // Ours are loaded and can't be pulled again, so a full disk must not remove them.
    imageGCHighThresholdPercent: 100,
    imageGCLowThresholdPercent: 99,
    evictionHard: { 'memory.available': '50Mi' },
    maxPods: 250,
  };
}
