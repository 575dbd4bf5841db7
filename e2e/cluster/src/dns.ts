import { Resolver } from 'node:dns/promises';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClusterSettings, kubeconfigOf } from './control-plane.ts';
import type { Component } from './detached-process.ts';
import { clusterDomain, hostAddress, ports } from './network.ts';

/** Runs on the host, on the bridge's address. Writes its configuration. */
export async function dns({ folders, tools }: ClusterSettings): Promise<Component> {
  const config = join(folders.config, 'Corefile');
  await writeFile(config, corefile(kubeconfigOf(folders, 'coredns'), await hasUpstream()));
  return {
    name: 'coredns',
    file: join(tools, 'coredns'),
    args: [`-conf=${config}`],
    cwd: folders.home,
  };
}

/** Whether it knows the cluster's own service. */
export async function isDnsReady(): Promise<boolean> {
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([hostAddress]);
  try {
    return (await resolver.resolve4(`kubernetes.default.svc.${clusterDomain}`)).length > 0;
  } catch {
    return false;
  }
}

/** What its user may read, for `kubectl apply`. */
export const dnsRights = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: [
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'system:coredns' },
      rules: [
        { apiGroups: [''], resources: ['services', 'namespaces'], verbs: ['list', 'watch'] },
        {
          apiGroups: ['discovery.k8s.io'],
          resources: ['endpointslices'],
          verbs: ['list', 'watch'],
        },
      ],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'system:coredns' },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'system:coredns',
      },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'system:coredns' }],
    },
  ],
});

/** Names outside the cluster are asked of the machine's own servers, where it has any. */
function corefile(kubeconfig: string, isForwarding: boolean): string {
  return `.:53 {
  bind ${hostAddress}
  errors
  health 127.0.0.1:${ports.dnsHealth}
  kubernetes ${clusterDomain} in-addr.arpa {
    kubeconfig ${kubeconfig}
    ttl 5
  }
  ${isForwarding ? 'forward . /etc/resolv.conf' : ''}
  cache 5
  loadbalance
}
`;
}

async function hasUpstream(): Promise<boolean> {
  return /^\s*nameserver\s/m.test(await readFile('/etc/resolv.conf', 'utf8'));
}
