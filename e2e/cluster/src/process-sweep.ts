import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isDenied, isMissing } from './missing.ts';
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts';

/** In the environment of all that the cluster runs outside of containers, and handed on to what those start. */
export const environmentMark = { PICKET_CLUSTER_PROCESS: '1' } as const;

/** Milliseconds for killed processes to go. */
const limit = 20_000;

/** Finds what carries the mark, also when its pid file was never written. */
export async function findMarked(): Promise<ProcessIdentity[]> {
  const names = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async name => {
      const identity = await identify(Number(name));
      return identity !== undefined && (await isMarked(identity.pid)) ? [identity] : [];
    }),
  );
  return found.flat();
}

/** Kills them, and resolves when they are gone. */
export async function endProcesses(processes: readonly ProcessIdentity[]): Promise<void> {
  for (const identity of processes) {
    if (await isAlive(identity)) kill(identity.pid);
  }
  const signal = AbortSignal.timeout(limit);
  for (const identity of processes) {
    while (await isAlive(identity)) {
      if (signal.aborted) throw new Error(`process ${identity.pid} does not end`);
      await setTimeout(20);
    }
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function isMarked(pid: number): Promise<boolean> {
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    return environment.split('\0').includes('PICKET_CLUSTER_PROCESS=1');
  } catch (error) {
    // Some machines hide that of their first process even from root.
    if (isMissing(error) || isDenied(error)) return false;
    throw error;
  }
}
