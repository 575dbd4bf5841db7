import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { isMissing } from './missing.ts';

/**
 * What runs is kept here, whatever the cluster's own folder is called: a machine has one local cluster at most,
 * since its bridge, addresses and ports are fixed.
 */
export const runFolder = '/run/picket-cluster';

/** Where a cluster keeps what it writes. */
export interface ClusterFolders {
  /** `PICKET_CLUSTER`, by default `~/.local/state/picket/cluster`. */
  readonly home: string;
  /** File */
  readonly kubeconfig: string;
  readonly etcd: string;
  readonly pki: string;
  /** Configuration files of the components, and what they know each other by. */
  readonly config: string;
  readonly containerd: string;
  readonly kubelet: string;
  readonly podLogs: string;
  /** One file a component. */
  readonly logs: string;
  /** Those of the cluster before. */
  readonly previousLogs: string;
}

export function clusterFolders(env: NodeJS.ProcessEnv = process.env): ClusterFolders {
  const state = env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
  const home = env.PICKET_CLUSTER || join(state, 'picket', 'cluster');
  return {
    home,
    kubeconfig: join(home, 'kubeconfig'),
    etcd: join(home, 'etcd'),
    pki: join(home, 'pki'),
    config: join(home, 'config'),
    containerd: join(home, 'containerd'),
    kubelet: join(home, 'kubelet'),
    podLogs: join(home, 'pod-logs'),
    logs: join(home, 'logs'),
    previousLogs: join(home, 'logs.previous'),
  };
}

/** Rejects where the folder has something else in it, which removing a cluster could hit. */
export async function requireOwnFolder(home: string): Promise<void> {
  const { home: _, ...parts } = clusterFolders({ PICKET_CLUSTER: home });
  const own = Object.values(parts).map(path => basename(path));
  const foreign = (await namesIn(home)).filter(name => !own.includes(name));
  if (foreign.length === 0) return;
  throw new Error(`${home} is no folder for a cluster: it has ${foreign.join(', ')} in it`);
}

/** Names of what is in a folder that need not be there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
