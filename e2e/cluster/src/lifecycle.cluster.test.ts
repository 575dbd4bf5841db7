import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { removalOf } from './firewall.ts';
import { clusterFolders, namesIn, runFolder } from './folders.ts';
import { mountsWithin } from './mounts.ts';
import { bridge } from './network.ts';
import { findMarked } from './process-sweep.ts';
import { chooseProvider } from './provider.ts';
import { readSysctls } from './sysctl.ts';

const command = fileURLToPath(new URL('command.ts', import.meta.url));
const { home, kubeconfig } = clusterFolders();
/** Milliseconds after which an `up` is killed; in the short form amid its components. */
const moments = process.env.PICKET_SOAK === undefined ? [2000] : [300, 2000, 5000];
const isOurs = !process.env.KUBECONFIG && (await chooseProvider()) === 'local';

describe.skipIf(!isOurs)('the local cluster', () => {
  let sysctls: Record<string, string>;
  beforeAll(async () => {
    await cluster('down');
    sysctls = await readSysctls();
  });

  test('comes up, and is left as it is by another up', async () => {
    expect((await cluster('up')).stdout).toBe(kubeconfig);
    const before = await findMarked();
    expect((await cluster('up')).stdout).toBe(kubeconfig);
    expect(await findMarked()).toEqual(before);
    expect((await cluster('status')).stdout).toMatch(/kubelet +running(.|\n)*^ready$/m);
  });

  test('leaves nothing behind but logs', async () => {
    await cluster('up');
    await expectDownToClean();
    expect((await cluster('status')).exitCode).toBe(1);
    expect(await namesIn(home)).toEqual(['logs', 'logs.previous']);
    expect(await readSysctls()).toEqual(sysctls);
  });

  test('is made anew when a part of it died', async () => {
    await cluster('up');
    const pid = JSON.parse(await readFile(`${runFolder}/pids/kube-scheduler.json`, 'utf8')).pid;
    process.kill(pid, 'SIGKILL');
    const { stdout, exitCode } = await cluster('status');
    expect(stdout).toMatch(/kube-scheduler +stopped(.|\n)*^not ready$/m);
    expect(exitCode).toBe(1);
    await cluster('up');
    expect((await cluster('status')).exitCode).toBe(0);
  });

  test.each(moments)('comes up after an up that was killed after %i ms', async ms => {
    await cluster('down');
    const cutOff = execa(process.execPath, [command, 'up'], { reject: false });
    await setTimeout(ms);
    cutOff.kill('SIGKILL');
    await cutOff;
    await cluster('up');
    expect((await cluster('status')).exitCode).toBe(0);
    await expectDownToClean();
  });
});

async function expectDownToClean(): Promise<void> {
  await cluster('down');
  expect(await findMarked()).toEqual([]);
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  expect(mountsWithin([home, runFolder], mounts)).toEqual([]);
  expect(await namesIn(runFolder)).toEqual([]);
  expect(await namesIn('/sys/class/net')).not.toContain(bridge);
  expect((await execa('ip', ['netns'])).stdout).not.toContain('cni-');
  expect(removalOf((await execa('iptables-save')).stdout)).toEqual([]);
  expect(removalOf((await execa('ip6tables-save')).stdout)).toEqual([]);
  const { stdout: cgroups } = await execa('find', ['/sys/fs/cgroup', '-name', 'k8s.io']);
  expect(cgroups).toBe('');
}

function cluster(verb: string) {
  return execa(process.execPath, [command, verb, '--provider=local'], {
    reject: verb !== 'status',
  });
}
