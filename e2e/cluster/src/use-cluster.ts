import { networkInterfaces } from 'node:os';
import { execa } from 'execa';
import { clusterFolders } from './folders.ts';
import { kindLoad } from './kind.ts';
import { createKubectl, type Kubectl } from './kubectl.ts';
import { startApiServer, stopApiServer } from './local-cluster.ts';
import { chooseProvider, type ProviderName, providers } from './provider.ts';
import { findTools } from './tools.ts';

/** The Kubernetes that tests run on. It is shared: a test makes namespaces of its own, and removes them. */
export interface Cluster {
  /** `given`: the one that `KUBECONFIG` names. */
  readonly provider: ProviderName | 'given';
  /** Path of the file; its user may do everything. */
  readonly kubeconfig: string;
  readonly kubectl: Kubectl;
  /** Folder of the commands (kubectl, helm). */
  readonly tools: string;
  /** The address under which pods reach this machine. */
  readonly hostAddress: string;
  /** Makes the images of an OCI archive known to the nodes. Pods want `imagePullPolicy: Never`. */
  loadImage(archive: string): Promise<void>;
  /** Kills the API server, as a crash would; only that of the local cluster. */
  stopApiServer(): Promise<void>;
  /** Starts it again; resolves when it is ready. */
  startApiServer(): Promise<void>;
}

/** The cluster of `KUBECONFIG`, else one of ours, which is brought up where it isn't. */
export async function useCluster(env: NodeJS.ProcessEnv = process.env): Promise<Cluster> {
  const tools = await findTools(['kubectl', 'helm']);
  const given = env.KUBECONFIG;
  if (given && given !== clusterFolders(env).kubeconfig) return givenCluster(tools, given, env);
  const name = await chooseProvider();
  const provider = providers[name];
  const kubeconfig = await provider.up();
  return {
    provider: name,
    kubeconfig,
    kubectl: createKubectl({ tools, kubeconfig }),
    tools,
    hostAddress: await provider.hostAddress(),
    loadImage: provider.load,
    ...(name === 'local' ? { stopApiServer, startApiServer } : untouchable),
  };
}

const untouchable = {
  stopApiServer: refuse,
  startApiServer: refuse,
};

/**
 * `PICKET_LOAD_IMAGE` is a command that loads the archive given after it, unless kind made the cluster;
 * `PICKET_HOST_ADDRESS` this machine's address, by default the first that it has.
 */
async function givenCluster(
  tools: string,
  kubeconfig: string,
  env: NodeJS.ProcessEnv,
): Promise<Cluster> {
  const kubectl = createKubectl({ tools, kubeconfig });
  const context = await kubectl(['config', 'current-context']);
  const kindName = /^kind-(.+)$/.exec(context)?.[1];
  return {
    provider: 'given',
    kubeconfig,
    kubectl,
    tools,
    hostAddress: env.PICKET_HOST_ADDRESS || firstAddress(),
    async loadImage(archive) {
      const command = env.PICKET_LOAD_IMAGE;
      if (command)
        await execa('sh', ['-c', `${command} "$1"`, 'load', archive], { timeout: 600_000 });
      else if (kindName !== undefined) await kindLoad(archive, kindName);
      else throw new Error(`set PICKET_LOAD_IMAGE to a command that gives ${context} an archive`);
    },
    ...untouchable,
  };
}

function firstAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap(each => each ?? []);
  const address = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined)
    throw new Error('set PICKET_HOST_ADDRESS: pods must reach this machine');
  return address;
}

async function refuse(): Promise<never> {
  throw new Error('only the API server of the local cluster can be stopped');
}
