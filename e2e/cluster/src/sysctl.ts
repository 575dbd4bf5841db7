import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { isMissing } from './missing.ts';

const forwarding = 'net.ipv4.ip_forward';
const bridgeFiltering = 'net.bridge.bridge-nf-call-iptables';

/** Settings of the kernel that the cluster changes: the first two by us, the others by the kubelet and kube-proxy. */
const changed = [
  forwarding,
  bridgeFiltering,
  'vm.overcommit_memory',
  'vm.panic_on_oom',
  'kernel.panic',
  'kernel.panic_on_oops',
  'kernel.keys.root_maxkeys',
  'kernel.keys.root_maxbytes',
];

/** What the settings were before; one that the kernel lacks is left out. */
export async function readSysctls(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of changed) {
    const value = await readSysctl(name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

export async function restoreSysctls(before: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(before)) {
    if ((await readSysctl(name)) !== value) await writeFile(pathOf(name), value);
  }
}

/** Lets the host route between pods, services and the world. */
export async function enableForwarding(): Promise<void> {
  await writeFile(pathOf(forwarding), '1');
}

/**
 * Makes iptables see what pods of one bridge send each other, or answers from behind a service's address are lost.
 * Resolves to false where the kernel can't.
 */
export async function enableBridgeFiltering(): Promise<boolean> {
  if ((await readSysctl(bridgeFiltering)) === undefined) {
    await execa('modprobe', ['br_netfilter'], { reject: false });
  }
  if ((await readSysctl(bridgeFiltering)) === undefined) return false;
  await writeFile(pathOf(bridgeFiltering), '1');
  return true;
}

async function readSysctl(name: string): Promise<string | undefined> {
  try {
    return (await readFile(pathOf(name), 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function pathOf(name: string): string {
  return join('/proc/sys', ...name.split('.'));
}
