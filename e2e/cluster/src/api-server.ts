import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { apiServerFlags } from './api-server-flags.ts';
import { etcdFlags, etcdUrl, isListening } from './etcd.ts';
import { freePort } from './free-port.ts';
import { isHealthy } from './health.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { createKubectl, type Kubectl } from './kubectl.ts';
import { createOwnedFolder } from './owned-folder.ts';
import { type OwnedProcess, startOwned } from './owned-process.ts';
import { createPki, type Pki } from './pki.ts';
import { findTools } from './tools.ts';
import { waitReady } from './wait-ready.ts';

export interface ApiServerOptions {
  /** More flags of kube-apiserver; the last of a name holds. */
  readonly flags?: readonly string[];
}

/**
 * A kube-apiserver on loopback with its own etcd and nothing else. Without controllers, service accounts are what a
 * test makes of them, a deleted namespace never goes, the roles `view`, `edit` and `admin` are empty, owned resources
 * outlive their owner, and no pod runs. It ends with the test.
 */
export interface ApiServer extends AsyncDisposable {
  /** Path of the file; its user may do everything. */
  readonly kubeconfig: string;
  /** URL */
  readonly server: string;
  /** Folder of the commands (kubectl, helm ...). */
  readonly tools: string;
  readonly kubectl: Kubectl;
  /** Kills kube-apiserver, as a crash would; etcd goes on. */
  stopServer(): Promise<void>;
  /** Starts it again, at the same address with the same data; resolves when it is ready. */
  restartServer(): Promise<void>;
  /** Path of a kubeconfig with a token of that service account, which must be there. */
  kubeconfigFor(user: { readonly serviceAccount: ServiceAccount }): Promise<string>;
  /** Ends both and removes their folder. */
  stop(): Promise<void>;
}

export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

/** Milliseconds until it must be ready, on a machine that is busy. */
const limit = 90_000;
const loopback = '127.0.0.1';

/** Several may run side by side. Rejects with the end of the log of what did not start. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const tools = await findTools(['etcd', 'kube-apiserver', 'kubectl']);
  const folder = await createOwnedFolder();
  const stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  try {
    const hosts = [loopback, 'localhost', 'kubernetes.default.svc'];
    const [port, pki] = await Promise.all([freePort(), createPki(folder, hosts)]);
    const etcd = await startEtcd(tools, join(folder, 'etcd'));
    stack.defer(etcd.kill);
    const server = `https://${loopback}:${port}`;
    const kubeconfig = join(folder, 'admin.kubeconfig');
    const authority = pki.authority.certificate;
    await writeKubeconfig(kubeconfig, { server, authority, user: pki.admin });
    const kubectl = createKubectl({ tools, kubeconfig, cache: join(folder, 'discovery') });

    const start = () => startServer({ tools, folder, port, pki, flags: options.flags ?? [] });
    let running = await start();
    stack.defer(() => running.kill());
    const stop = () => stack.disposeAsync();
    return {
      kubeconfig,
      server,
      tools,
      kubectl,
      stopServer: () => running.kill(),
      async restartServer() {
        await running.kill();
        running = await start();
      },
      async kubeconfigFor({ serviceAccount: { namespace, name } }) {
        const token = await kubectl(['create', 'token', name, `--namespace=${namespace}`]);
        const path = join(folder, `${namespace}-${name}.kubeconfig`);
        await writeKubeconfig(path, { server, authority, user: { token } });
        return path;
      },
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function startEtcd(tools: string, folder: string): Promise<OwnedProcess> {
  await mkdir(folder);
  const log = join(folder, 'etcd.log');
  const etcd = await startOwned({
    file: join(tools, 'etcd'),
    args: etcdFlags(folder),
    cwd: folder,
    log,
  });
  return ready(etcd, { name: 'etcd', isReady: () => isListening(folder) });
}

interface ServerSettings {
  readonly tools: string;
  readonly folder: string;
  readonly port: number;
  readonly pki: Pki;
  readonly flags: readonly string[];
}

async function startServer(settings: ServerSettings): Promise<OwnedProcess> {
  const { tools, folder, port, pki, flags } = settings;
  const etcd = etcdUrl(join(folder, 'etcd'));
  const server = await startOwned({
    file: join(tools, 'kube-apiserver'),
    args: [
      ...apiServerFlags({ etcd, files: pki.files, bind: loopback, port }),
      `--advertise-address=${loopback}`,
      // It would publish itself under an address of the machine, and no loopback address will do.
      '--endpoint-reconciler-type=none',
      // It wants each namespace's default account, which a controller makes.
      '--disable-admission-plugins=ServiceAccount',
      ...flags,
    ],
    cwd: folder,
    log: join(folder, 'kube-apiserver.log'),
  });
  const url = `https://${loopback}:${port}/readyz`;
  const question = { url, authority: pki.authority.certificate, client: pki.admin };
  return ready(server, {
    name: 'kube-apiserver',
    isReady: signal => isHealthy({ ...question, signal }),
  });
}

interface Question {
  readonly name: string;
  readonly isReady: (signal: AbortSignal) => Promise<boolean>;
}

/** Kills it when it does not become ready. */
async function ready(server: OwnedProcess, question: Question): Promise<OwnedProcess> {
  try {
    await waitReady({ ...question, hasEnded: server.hasEnded, log: server.log, limit });
    return server;
  } catch (error) {
    await server.kill();
    throw error;
  }
}
