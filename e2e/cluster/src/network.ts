import { execa } from 'execa';

/** The bridge that every pod hangs on; the host is its first address. */
export const bridge = 'picket0';
export const hostAddress = '10.85.0.1';
export const podRange = '10.85.0.0/16';
export const clusterDomain = 'cluster.local';

/** Ports on `hostAddress` and loopback: none of Kubernetes' own, none that the kernel gives out. */
export const ports = {
  apiServer: 26443,
  kubelet: 20250,
  kubeletHealth: 20248,
  kubeProxyHealth: 20256,
  kubeProxyMetrics: 20249,
  controllerManager: 20257,
  scheduler: 20259,
  dnsHealth: 20053,
} as const;

/** Makes the bridge first, since the API server, the kubelet and CoreDNS listen on its address. */
export async function raiseBridge(): Promise<void> {
  await execa('ip', ['link', 'add', bridge, 'type', 'bridge']);
  await execa('ip', ['address', 'add', `${hostAddress}/16`, 'dev', bridge]);
  await execa('ip', ['link', 'set', bridge, 'up']);
}

export async function removeBridge(): Promise<void> {
  const { exitCode } = await execa('ip', ['link', 'show', bridge], { reject: false });
  if (exitCode === 0) await execa('ip', ['link', 'delete', bridge]);
}
