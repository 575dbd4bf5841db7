import { bringUp } from './bring-up.ts';
import { removeCluster } from './cleanup.ts';
import { readRecord } from './cluster-record.ts';
import { apiServer, type ClusterSettings } from './control-plane.ts';
import { type ComponentName, componentNames, isRunning, killDetached } from './detached-process.ts';
import { clusterFolders, requireOwnFolder } from './folders.ts';
import { withLock } from './lock.ts';
import { findMarked } from './process-sweep.ts';
import { clusterKubectl, isApiServerReady, isNodeReady } from './readiness.ts';
import { startComponent } from './start-component.ts';
import { findTools, toolNames } from './tools.ts';

/** What `status` tells. */
export interface ClusterStatus {
  readonly components: readonly { readonly name: ComponentName; readonly isRunning: boolean }[];
  /** Whether the API server answers and pods may be scheduled. */
  readonly isReady: boolean;
}

const lockFile = '/run/picket-cluster.lock';
/** Milliseconds for an API server that runs to answer. */
const answerLimit = 5000;

/**
 * Makes sure that the cluster runs and is whole; resolves to the path of its kubeconfig. One that is whole is left as
 * it is; of any other everything is removed and a fresh one started.
 */
export async function up(): Promise<string> {
  requireRoot();
  const settings = await clusterSettings();
  const { home, kubeconfig } = settings.folders;
  await requireOwnFolder(home);
  await withLock(lockFile, async () => {
    await requireNoOther(home);
    if (await isWhole(settings)) return;
    await removeLeft(home);
    await bringUp(settings);
  });
  return kubeconfig;
}

/** Ends the cluster, or what is left of one. Its logs stay. */
export async function down(): Promise<void> {
  requireRoot();
  await withLock(lockFile, () => removeLeft(clusterFolders().home));
}

export async function status(): Promise<ClusterStatus> {
  const components = await Promise.all(
    componentNames.map(async name => ({ name, isRunning: await isRunning(name) })),
  );
  const isComplete = components.every(({ isRunning }) => isRunning);
  return { components, isReady: isComplete && (await isReady(await clusterSettings())) };
}

/** Kills the API server, as a crash would; all else goes on. */
export async function stopApiServer(): Promise<void> {
  await killDetached('kube-apiserver');
}

/** Starts it again where it does not run; resolves when it is ready. */
export async function startApiServer(): Promise<void> {
  if (await isRunning('kube-apiserver')) return;
  const settings = await clusterSettings();
  const { folders } = settings;
  await startComponent(apiServer(settings), folders, isApiServerReady(folders));
}

async function clusterSettings(): Promise<ClusterSettings> {
  return { folders: clusterFolders(), tools: await findTools(toolNames) };
}

async function isWhole(settings: ClusterSettings): Promise<boolean> {
  if ((await readRecord())?.home !== settings.folders.home) return false;
  return (await status()).isReady;
}

async function isReady(settings: ClusterSettings): Promise<boolean> {
  const signal = AbortSignal.timeout(answerLimit);
  if (!(await isApiServerReady(settings.folders)(signal))) return false;
  return isNodeReady(clusterKubectl(settings));
}

/** The bridge, the addresses and the ports are fixed, so that a machine has one cluster. */
async function requireNoOther(home: string): Promise<void> {
  const record = await readRecord();
  if (record === undefined || record.home === home || (await findMarked()).length === 0) return;
  throw new Error(`a cluster is up from ${record.home}: bring that one down first`);
}

async function removeLeft(home: string): Promise<void> {
  await removeCluster((await readRecord()) ?? { home, sysctls: {} });
}

function requireRoot(): void {
  if (process.getuid?.() === 0) return;
  throw new Error('the local cluster makes network namespaces and mounts: run it as root');
}
