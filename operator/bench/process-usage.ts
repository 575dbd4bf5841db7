import { readFile } from 'node:fs/promises';

/** What a process took of the machine so far; of Linux. */
export interface ProcessUsage {
  readonly cpuSeconds: number;
  readonly rssMb: number;
  /** The most it ever was. */
  readonly peakRssMb: number;
}

const clockTicksPerSecond = 100;

export async function readUsage(pid: number): Promise<ProcessUsage> {
  const [stat, status] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  // The name, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond,
    rssMb: megabytes(status, 'VmRSS'),
    peakRssMb: megabytes(status, 'VmHWM'),
  };
}

function megabytes(status: string, name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  if (kilobytes === undefined) throw new Error(`no ${name} in the status of the process`);
  return Number(kilobytes) / 1024;
}
