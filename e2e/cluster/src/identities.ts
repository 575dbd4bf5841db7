import type { Subject } from './certificates.ts';
import { apiServerUrl, kubeconfigOf } from './control-plane.ts';
import type { ComponentName } from './detached-process.ts';
import type { ClusterFolders } from './folders.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { nodeName } from './kubelet.ts';
import type { Pki } from './pki.ts';

/** Who each component is to the API server. */
const subjects: readonly (readonly [ComponentName, Subject])[] = [
  ['kube-controller-manager', { commonName: 'system:kube-controller-manager' }],
  ['kube-scheduler', { commonName: 'system:kube-scheduler' }],
  ['kubelet', { commonName: `system:node:${nodeName}`, organization: 'system:nodes' }],
  ['kube-proxy', { commonName: 'system:kube-proxy' }],
  ['coredns', { commonName: 'system:coredns' }],
];

/** Writes the kubeconfig of the admin and that of each component. */
export async function writeKubeconfigs(folders: ClusterFolders, pki: Pki): Promise<void> {
  const cluster = { server: apiServerUrl, authority: pki.authority.certificate };
  await writeKubeconfig(folders.kubeconfig, { ...cluster, user: pki.admin });
  for (const [name, subject] of subjects) {
    const user = await pki.authority.issue(subject);
    await writeKubeconfig(kubeconfigOf(folders, name), { ...cluster, user });
  }
}
