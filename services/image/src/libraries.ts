import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';

/**
 * Paths of the shared libraries that programs need, the dynamic loader among them, each at the place where it is
 * looked for. Rejects where one is not installed.
 */
export async function librariesOf(programs: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const program of programs) {
    const { stdout } = await execa('ldd', [program], { timeout: 30_000, env: { LC_ALL: 'C' } });
    for (const library of readLdd(stdout)) found.add(library);
  }
  for (const library of await nameServiceLibraries([...found])) found.add(library);
  return [...found].sort();
}

/** `libc.so.6 => /lib/libc.so.6 (0x7f..)`, or `/lib64/ld-linux-x86-64.so.2 (0x7f..)`; the vDSO has no file. */
export function readLdd(output: string): string[] {
  return output.split('\n').flatMap(line => {
    const [name = '', place = name] = line.trim().split(' => ');
    if (place.startsWith('not found')) throw new Error(`${name} is not installed`);
    const [path = ''] = place.split(' (');
    return path.startsWith('/') ? [path] : [];
  });
}

/** glibc loads these by name when a host is looked up, so no program names them; newer ones have them built in. */
const nameService = ['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2'];

async function nameServiceLibraries(libraries: readonly string[]): Promise<string[]> {
  const folders = libraries.filter(path => path.endsWith('/libc.so.6')).map(path => dirname(path));
  const paths = folders.flatMap(folder => nameService.map(name => join(folder, name)));
  const there = await Promise.all(paths.map(isThere));
  return paths.filter((_, index) => there[index]);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
