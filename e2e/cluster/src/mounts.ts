import { readFile } from 'node:fs/promises';
import { execa } from 'execa';

/** Unmounts all that is mounted within the folders: a container's file systems, volumes, network namespaces. */
export async function unmountWithin(folders: readonly string[]): Promise<void> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  for (const path of mountsWithin(folders, mounts)) {
    // A process that is just ending may still stand in it.
    await execa('umount', ['--lazy', path]);
  }
}

/** From the text of mountinfo, the mount points within the folders, the last mounted first. */
export function mountsWithin(folders: readonly string[], mountinfo: string): string[] {
  return mountinfo
    .split('\n')
    .flatMap(line => line.split(' ')[4] ?? [])
    .map(unescaped)
    .filter(path => folders.some(folder => path.startsWith(`${folder}/`)))
    .reverse();
}

/** The kernel writes spaces and the like as three octal digits. */
function unescaped(path: string): string {
  return path.replace(/\\(\d{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)));
}
