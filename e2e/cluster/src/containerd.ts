import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { imagesIn, listedImages } from './archived-images.ts';
import type { Component } from './detached-process.ts';
import { type ClusterFolders, runFolder } from './folders.ts';
import { bridge, podRange } from './network.ts';

/** The name that the pod's network has at containerd and CNI. */
export const networkName = 'picket';
export const containerdSocket = join(runFolder, 'containerd.sock');
/** Folder in which runc keeps the state of containers; one folder in it for each namespace of containerd. */
export const runcRoot = join(runFolder, 'runc');
export const containerdState = join(runFolder, 'containerd');
/** containerd's namespace for what belongs to Kubernetes. */
export const containerdNamespace = 'k8s.io';

const networkConfig = join(runFolder, 'cni');

/** Writes its configuration; the image is what holds a pod's network. */
export async function containerd(folders: ClusterFolders, image: string): Promise<Component> {
  const config = join(folders.config, 'containerd.toml');
  await Promise.all([mkdir(networkConfig, { recursive: true }), mkdir(folders.containerd)]);
  await writeFile(join(networkConfig, `${networkName}.conflist`), JSON.stringify(podNetwork));
  await writeFile(config, settings(folders, image));
  return {
    name: 'containerd',
    file: 'containerd',
    args: [`--config=${config}`],
    cwd: folders.home,
  };
}

/** Whether it answers. */
export async function isContainerdReady(): Promise<boolean> {
  const { exitCode } = await ctr(['version'], { reject: false });
  return exitCode === 0;
}

/** Makes the images of an archive known to the kubelet, unless it knows just these: that takes a while. */
export async function importImage(archive: string): Promise<void> {
  const images = async (...args: readonly string[]) =>
    (await ctr(['--namespace', containerdNamespace, 'images', ...args], { reject: true })).stdout;
  const known = listedImages(await images('list'));
  const wanted = await imagesIn(archive);
  if (wanted.every(({ name, digest }) => known.get(name) === digest)) return;
  await images('import', archive);
}

function ctr(args: readonly string[], { reject }: { readonly reject: boolean }) {
  return execa('ctr', ['--address', containerdSocket, ...args], { reject, timeout: 300_000 });
}

const podNetwork = {
  cniVersion: '1.0.0',
  name: networkName,
  plugins: [
    {
      type: 'bridge',
      bridge,
      isGateway: true,
      // A pod may reach itself behind a service's address.
      hairpinMode: true,
      ipam: {
        type: 'host-local',
        dataDir: join(runFolder, 'addresses'),
        ranges: [[{ subnet: podRange }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
};

function settings(folders: ClusterFolders, image: string): string {
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  const runc = `${cri}.containerd.runtimes.runc`;
  return `
version = 2
root = ${quoted(folders.containerd)}
state = ${quoted(containerdState)}

[grpc]
address = ${quoted(containerdSocket)}

[plugins."io.containerd.internal.v1.opt"]
path = ${quoted(join(folders.containerd, 'opt'))}

[${cri}]
sandbox_image = ${quoted(image)}
restrict_oom_score_adj = true
netns_mounts_under_state_dir = true
stream_server_address = "127.0.0.1"
stream_server_port = "0"

[${runc}]
runtime_type = "io.containerd.runc.v2"

[${runc}.options]
Root = ${quoted(runcRoot)}
SystemdCgroup = false

[${cri}.cni]
bin_dir = "/usr/lib/cni"
conf_dir = ${quoted(networkConfig)}
`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
