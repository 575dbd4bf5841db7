import { access, constants, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The commands that `e2e/cluster/build-tools` builds. */
export const toolNames = [
  'coredns',
  'etcd',
  'helm',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-proxy',
  'kube-scheduler',
  'kubectl',
  'kubelet',
] as const;

export type Tool = (typeof toolNames)[number];

/**
 * The folder that `build-tools` puts the commands in. It builds nothing, since that takes ten minutes: rejects
 * where one of `needed` is missing.
 */
export async function findTools(needed: readonly Tool[]): Promise<string> {
  const folder = await toolsFolder();
  for (const tool of needed) {
    try {
      await access(join(folder, tool), constants.X_OK);
    } catch (cause) {
      throw new Error(`${tool} is not in ${folder}: run make tools`, { cause });
    }
  }
  return folder;
}

/** Works out the path the way `build-tools` does: the version is written in go.mod alone. */
async function toolsFolder(): Promise<string> {
  const module = await readFile(new URL('../go.mod', import.meta.url), 'utf8');
  const version = /^\s*(?:require\s+)?k8s\.io\/kubernetes\s+(v\S+)/m.exec(module)?.[1];
  if (version === undefined) throw new Error('go.mod does not require k8s.io/kubernetes');
  const { PICKET_TOOLS, XDG_CACHE_HOME } = process.env;
  const root = PICKET_TOOLS || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'picket', 'tools');
  return join(root, version);
}
