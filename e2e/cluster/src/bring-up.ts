import { mkdir, rename, rm } from 'node:fs/promises';
import { writeRecord } from './cluster-record.ts';
import { containerd, importImage, isContainerdReady } from './containerd.ts';
import {
  apiServer,
  apiServerHosts,
  type ClusterSettings,
  controllerManager,
  etcd,
  scheduler,
} from './control-plane.ts';
import { dns, dnsRights, isDnsReady } from './dns.ts';
import { isListening } from './etcd.ts';
import { openFirewall } from './firewall.ts';
import type { ClusterFolders } from './folders.ts';
import { writeKubeconfigs } from './identities.ts';
import { kubeProxy } from './kube-proxy.ts';
import { kubelet, nodeName } from './kubelet.ts';
import { exists } from './missing.ts';
import { hostAddress, raiseBridge } from './network.ts';
import { findPauseImage, pauseImage } from './pause-image.ts';
import { addKubeletKeys, createPki } from './pki.ts';
import {
  clusterKubectl,
  hasDefaultAccount,
  isApiServerReady,
  isKubeProxyReady,
  isNodeReady,
} from './readiness.ts';
import { startComponent } from './start-component.ts';
import { enableBridgeFiltering, enableForwarding, readSysctls } from './sysctl.ts';

/** Starts a fresh cluster where none is; resolves when a pod can run, find a service's name and reach it. */
export async function bringUp(settings: ClusterSettings): Promise<void> {
  const { folders } = settings;
  await makeFolders(folders);
  await writeRecord({ home: folders.home, sysctls: await readSysctls() });
  const [isBridgeFiltered] = await Promise.all([prepareNetwork(), makeKeys(folders)]);
  await Promise.all([startControlPlane(settings), startContainerd(settings)]);
  await Promise.all([startNode(settings, isBridgeFiltered), startDns(settings)]);
}

async function makeFolders(folders: ClusterFolders): Promise<void> {
  const { logs, previousLogs, config, etcd } = folders;
  if (await exists(logs)) {
    await rm(previousLogs, { recursive: true, force: true });
    await rename(logs, previousLogs);
  }
  for (const folder of [logs, config, etcd]) await mkdir(folder, { recursive: true });
}

async function prepareNetwork(): Promise<boolean> {
  await raiseBridge();
  await enableForwarding();
  await openFirewall();
  return enableBridgeFiltering();
}

async function makeKeys(folders: ClusterFolders): Promise<void> {
  const pki = await createPki(folders.pki, apiServerHosts);
  await addKubeletKeys(pki, [nodeName, hostAddress]);
  await writeKubeconfigs(folders, pki);
}

async function startControlPlane(settings: ClusterSettings): Promise<void> {
  const { folders } = settings;
  await startComponent(etcd(settings), folders, () => isListening(folders.etcd));
  await startComponent(apiServer(settings), folders, isApiServerReady(folders));
  const kubectl = clusterKubectl(settings);
  await startComponent(scheduler(settings), folders);
  await startComponent(controllerManager(settings), folders, () => hasDefaultAccount(kubectl));
}

async function startContainerd({ folders }: ClusterSettings): Promise<void> {
  const [component, archive] = await Promise.all([
    containerd(folders, pauseImage),
    findPauseImage(),
  ]);
  await startComponent(component, folders, isContainerdReady);
  await importImage(archive);
}

async function startNode(settings: ClusterSettings, isBridgeFiltered: boolean): Promise<void> {
  const { folders } = settings;
  const kubectl = clusterKubectl(settings);
  const [node, proxy] = await Promise.all([
    kubelet(settings),
    kubeProxy(settings, isBridgeFiltered),
  ]);
  await Promise.all([
    startComponent(node, folders, () => isNodeReady(kubectl)),
    startComponent(proxy, folders, isKubeProxyReady),
  ]);
}

async function startDns(settings: ClusterSettings): Promise<void> {
  await clusterKubectl(settings)(['apply', '-f', '-'], { input: dnsRights });
  await startComponent(await dns(settings), settings.folders, isDnsReady);
}
