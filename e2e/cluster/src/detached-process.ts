import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { runFolder } from './folders.ts';
import { isMissing } from './missing.ts';
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts';
import { endProcesses, environmentMark } from './process-sweep.ts';

/** A part of the cluster that runs as a process of its own. */
export interface Component {
  readonly name: ComponentName;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export const componentNames = [
  'etcd',
  'containerd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
  'coredns',
] as const;

export type ComponentName = (typeof componentNames)[number];

/** Starts it so that it outlives us, its log in the folder. */
export async function startDetached(component: Component, logs: string): Promise<void> {
  const { name, file, args, cwd } = component;
  const opened = await open(logOf(name, logs), 'a');
  const output = opened.createWriteStream();
  const child = execa(file, args, {
    cwd,
    env: environmentMark,
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    stdio: ['ignore', output, output],
  });
  output.destroy();
  child.nodeChildProcess.unref();
  const identity = child.pid === undefined ? undefined : await identify(child.pid);
  if (identity === undefined) throw new Error(`${name} did not start: ${await reasonOf(child)}`);
  await mkdir(pids, { recursive: true });
  await writeFile(pidFile(name), JSON.stringify(identity));
}

async function reasonOf(
  child: PromiseLike<{ readonly shortMessage?: string | undefined }>,
): Promise<string> {
  return (await child).shortMessage ?? 'it ended at once';
}

export function logOf(name: ComponentName, logs: string): string {
  return join(logs, `${name}.log`);
}

export async function isRunning(name: ComponentName): Promise<boolean> {
  const identity = await readIdentity(name);
  return identity !== undefined && (await isAlive(identity));
}

/** Kills that one; it need not run. */
export async function killDetached(name: ComponentName): Promise<void> {
  const identity = await readIdentity(name);
  if (identity !== undefined) await endProcesses([identity]);
  await rm(pidFile(name), { force: true });
}

const pids = join(runFolder, 'pids');

function pidFile(name: ComponentName): string {
  return join(pids, `${name}.json`);
}

async function readIdentity(name: ComponentName): Promise<ProcessIdentity | undefined> {
  try {
    return JSON.parse(await readFile(pidFile(name), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
