import { expect, test } from 'vitest';
import { mountsWithin } from './mounts.ts';

const mountinfo = [
  '22 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
  '30 22 0:30 / /run/cluster rw - tmpfs tmpfs rw',
  '31 30 0:31 / /run/cluster/task/rootfs rw - overlay overlay rw',
  '32 31 0:32 / /run/cluster/task/rootfs/a\\040b rw - tmpfs tmpfs rw',
  '33 22 0:33 / /run/cluster-other/rootfs rw - tmpfs tmpfs rw',
  '34 22 0:34 / /home/state/kubelet rw - tmpfs tmpfs rw',
  '',
].join('\n');

test('finds what is mounted within the folders, the innermost first', () => {
  expect(mountsWithin(['/run/cluster', '/home/state'], mountinfo)).toEqual([
    '/home/state/kubelet',
    '/run/cluster/task/rootfs/a b',
    '/run/cluster/task/rootfs',
  ]);
});
