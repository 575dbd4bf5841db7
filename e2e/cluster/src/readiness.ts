import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiServerUrl, type ClusterSettings } from './control-plane.ts';
import type { ClusterFolders } from './folders.ts';
import { isHealthy } from './health.ts';
import { createKubectl, type Kubectl, KubectlError } from './kubectl.ts';
import { nodeName } from './kubelet.ts';
import { ports } from './network.ts';
import { pkiFiles } from './pki.ts';

export function clusterKubectl({ tools, folders }: ClusterSettings): Kubectl {
  const cache = join(folders.config, 'discovery');
  return createKubectl({ tools, kubeconfig: folders.kubeconfig, cache });
}

/** It answers this to whoever asks. */
export function isApiServerReady(
  folders: ClusterFolders,
): (signal: AbortSignal) => Promise<boolean> {
  return async signal => {
    const authority = await readFile(pkiFiles(folders.pki).authority, 'utf8');
    return isHealthy({ url: `${apiServerUrl}/readyz`, authority, signal });
  };
}

/** Whether the kubelet has joined, and pods may be scheduled. */
export async function isNodeReady(kubectl: Kubectl): Promise<boolean> {
  const ready = '{.status.conditions[?(@.type=="Ready")].status}{.spec.taints}';
  return (await answerOf(kubectl, ['get', 'node', nodeName, `-o=jsonpath=${ready}`])) === 'True';
}

/** Whether the controllers have made what every pod needs. */
export async function hasDefaultAccount(kubectl: Kubectl): Promise<boolean> {
  const args = ['get', 'serviceaccount/default', 'configmap/kube-root-ca.crt', '-o=name'];
  return (await answerOf(kubectl, [...args, '--namespace=default'])) !== undefined;
}

/** Whether it has written its rules. */
export async function isKubeProxyReady(signal: AbortSignal): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${ports.kubeProxyHealth}/healthz`;
    return (await fetch(url, { signal })).ok;
  } catch {
    return false;
  }
}

async function answerOf(kubectl: Kubectl, args: readonly string[]): Promise<string | undefined> {
  try {
    return await kubectl(args);
  } catch (error) {
    if (error instanceof KubectlError) return undefined;
    throw error;
  }
}
