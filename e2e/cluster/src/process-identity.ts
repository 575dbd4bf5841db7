import { readFile } from 'node:fs/promises';
import { isMissing } from './missing.ts';

/** A process that can't be taken for a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the kernel's ticks since boot. */
  readonly started: number;
}

/** The process that has this number now. */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const stat = await statOf(pid);
  return stat === undefined || stat.state === 'Z' ? undefined : { pid, started: stat.started };
}

/** Whether that very process is there, and not only a zombie of it. */
export async function isAlive({ pid, started }: ProcessIdentity): Promise<boolean> {
  return (await identify(pid))?.started === started;
}

interface Stat {
  readonly state: string | undefined;
  readonly started: number;
}

async function statOf(pid: number): Promise<Stat | undefined> {
  let text: string;
  try {
    text = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  // The second field is the command's name in brackets, and may hold anything; what follows it starts with field 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], started: Number(fields[22 - 3]) };
}
