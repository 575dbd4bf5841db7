import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type ClusterSettings, kubeconfigOf } from './control-plane.ts';
import type { Component } from './detached-process.ts';
import { nodeName } from './kubelet.ts';
import { podRange, ports } from './network.ts';

/**
 * Writes its configuration. Where iptables doesn't see what pods send each other (`isBridgeFiltered`), services
 * work only with the sender's address hidden behind the host's.
 */
export async function kubeProxy(
  { folders, tools }: ClusterSettings,
  isBridgeFiltered: boolean,
): Promise<Component> {
  const config = join(folders.config, 'kube-proxy.yaml');
  const settings = {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    mode: 'iptables',
    hostnameOverride: nodeName,
    clusterCIDR: podRange,
    clientConnection: { kubeconfig: kubeconfigOf(folders, 'kube-proxy') },
    healthzBindAddress: `127.0.0.1:${ports.kubeProxyHealth}`,
    metricsBindAddress: `127.0.0.1:${ports.kubeProxyMetrics}`,
    iptables: { masqueradeAll: !isBridgeFiltered },
    nodePortAddresses: ['primary'],
    // The machine's own settings stay; from within a container they can't be changed at all.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
    oomScoreAdj: 0,
  };
  await writeFile(config, stringify(settings));
  return {
    name: 'kube-proxy',
    file: join(tools, 'kube-proxy'),
    args: [`--config=${config}`],
    cwd: folders.home,
  };
}
