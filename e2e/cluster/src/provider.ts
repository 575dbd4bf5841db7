import { readRecord } from './cluster-record.ts';
import { importImage } from './containerd.ts';
import { componentNames } from './detached-process.ts';
import { isDockerRunning, kindDown, kindHostAddress, kindIsUp, kindLoad, kindUp } from './kind.ts';
import { down, status, up } from './local-cluster.ts';
import { hostAddress } from './network.ts';

/** What makes clusters to test on. */
export interface Provider {
  /** Makes sure that the cluster runs; resolves to the path of its kubeconfig. */
  up(): Promise<string>;
  down(): Promise<void>;
  /** Lines for people. */
  status(): Promise<{ readonly isReady: boolean; readonly lines: readonly string[] }>;
  /** Makes the images of an OCI archive known to the nodes. */
  load(archive: string): Promise<void>;
  /** The address under which pods reach this machine. */
  hostAddress(): Promise<string>;
}

export const providerNames = ['local', 'kind'] as const;

export type ProviderName = (typeof providerNames)[number];

export const providers: Readonly<Record<ProviderName, Provider>> = {
  local: {
    up,
    down,
    async status() {
      const { components, isReady } = await status();
      const width = Math.max(...componentNames.map(name => name.length));
      const lines = components.map(
        ({ name, isRunning }) => `${name.padEnd(width)}  ${isRunning ? 'running' : 'stopped'}`,
      );
      return { isReady, lines };
    },
    load: importImage,
    hostAddress: async () => hostAddress,
  },
  kind: {
    up: kindUp,
    down: kindDown,
    async status() {
      const isReady = await kindIsUp();
      return { isReady, lines: [`kind  ${isReady ? 'running' : 'stopped'}`] };
    },
    load: archive => kindLoad(archive),
    hostAddress: kindHostAddress,
  },
};

/** The one whose cluster is up; else kind where Docker runs, since that needs no root. */
export async function chooseProvider(): Promise<ProviderName> {
  if ((await readRecord()) !== undefined) return 'local';
  return (await isDockerRunning()) ? 'kind' : 'local';
}
