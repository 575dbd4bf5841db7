import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** etcd makes a socket of this name in its working folder: it takes no paths. */
const socket = 'client:0';

/** Flags for an etcd of one member, that runs in `folder` and keeps everything there. It uses no port. */
export function etcdFlags(folder: string): string[] {
  const [client, peer] = [`unix://${socket}`, 'unix://peer:0'];
  return [
    '--name=picket',
    `--data-dir=${join(folder, 'data')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=picket=${peer}`,
    // What a test keeps need not outlive the machine.
    '--unsafe-no-fsync',
    '--quota-backend-bytes=4294967296',
    '--log-level=warn',
  ];
}

/** The address that the API server finds it under. */
export function etcdUrl(folder: string): string {
  return `unix://${join(folder, socket)}`;
}

/** Whether it listens. The API server waits for the rest by itself. */
export async function isListening(folder: string): Promise<boolean> {
  try {
    await access(join(folder, socket));
    return true;
  } catch {
    return false;
  }
}
