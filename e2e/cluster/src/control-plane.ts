import { join } from 'node:path';
import { apiServerFlags } from './api-server-flags.ts';
import type { Component } from './detached-process.ts';
import { etcdFlags, etcdUrl } from './etcd.ts';
import type { ClusterFolders } from './folders.ts';
import { clusterDomain, hostAddress, ports } from './network.ts';
import { pkiFiles } from './pki.ts';

/** What a component of the cluster is made from. */
export interface ClusterSettings {
  readonly folders: ClusterFolders;
  /** Folder of the commands. */
  readonly tools: string;
}

export const apiServerUrl = `https://${hostAddress}:${ports.apiServer}`;

/** Names and addresses that the API server is reached under. */
export const apiServerHosts = [
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  `kubernetes.default.svc.${clusterDomain}`,
  'localhost',
  '127.0.0.1',
  '10.96.0.1',
  hostAddress,
];

export function etcd({ folders, tools }: ClusterSettings): Component {
  const file = join(tools, 'etcd');
  return { name: 'etcd', file, args: etcdFlags(folders.etcd), cwd: folders.etcd };
}

/** It listens on the bridge alone: pods and this machine reach it, nobody else. */
export function apiServer({ folders, tools }: ClusterSettings): Component {
  const files = pkiFiles(folders.pki);
  return {
    name: 'kube-apiserver',
    file: join(tools, 'kube-apiserver'),
    args: [
      ...apiServerFlags({
        etcd: etcdUrl(folders.etcd),
        files,
        bind: hostAddress,
        port: ports.apiServer,
      }),
      `--advertise-address=${hostAddress}`,
      '--allow-privileged=true',
      '--kubelet-preferred-address-types=InternalIP',
      `--kubelet-certificate-authority=${files.authority}`,
      `--kubelet-client-certificate=${files.kubeletClientCertificate}`,
      `--kubelet-client-key=${files.kubeletClientKey}`,
    ],
    cwd: folders.home,
  };
}

export function controllerManager({ folders, tools }: ClusterSettings): Component {
  const files = pkiFiles(folders.pki);
  return {
    name: 'kube-controller-manager',
    file: join(tools, 'kube-controller-manager'),
    args: [
      `--kubeconfig=${kubeconfigOf(folders, 'kube-controller-manager')}`,
      `--root-ca-file=${files.authority}`,
      `--service-account-private-key-file=${files.tokenPrivateKey}`,
      '--use-service-account-credentials=true',
      `--flex-volume-plugin-dir=${join(folders.kubelet, 'plugins')}`,
      '--leader-elect=false',
      // After an outage of the API server the one node would be held for dead for a minute, and its pods unready.
      '--node-monitor-grace-period=10m',
      ...localServer(folders, ports.controllerManager),
    ],
    cwd: folders.home,
  };
}

export function scheduler({ folders, tools }: ClusterSettings): Component {
  return {
    name: 'kube-scheduler',
    file: join(tools, 'kube-scheduler'),
    args: [
      `--kubeconfig=${kubeconfigOf(folders, 'kube-scheduler')}`,
      '--leader-elect=false',
      ...localServer(folders, ports.scheduler),
    ],
    cwd: folders.home,
  };
}

/** Path of the kubeconfig of a component. */
export function kubeconfigOf(folders: ClusterFolders, name: Component['name']): string {
  return join(folders.config, `${name}.kubeconfig`);
}

function localServer(folders: ClusterFolders, port: number): string[] {
  return [
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(folders.config, 'self-signed')}`,
  ];
}
