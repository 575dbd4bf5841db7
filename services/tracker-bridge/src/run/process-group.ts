import type { ChildProcess } from 'node:child_process';

/** What a group's leader leaves open, such as a pipe that another process has taken along, is waited for that long. */
const leftOpenMs = 1_000;

/** Groups that run, for when this process itself comes to an unforeseen end. */
const running = new Set<number>();
process.on('exit', () => running.forEach(kill));

type Leader = Pick<ChildProcess, 'pid' | 'stdout' | 'stderr' | 'once'>;

/**
 * Watches the process group that a child leads: when the child has ended, so does all that it started. Returns what
 * asks the group to end, and makes it end where it has not after the grace.
 */
export function watchGroup(leader: Leader, graceMs: number): () => void {
  const { pid } = leader;
  if (pid === undefined) return () => {};
  let timer: NodeJS.Timeout | undefined;
  running.add(pid);
  leader.once('exit', () => {
    clearTimeout(timer);
    running.delete(pid);
    kill(pid);
    closePipes(leader);
  });
  return () => {
    if (timer !== undefined || !running.has(pid)) return;
    timer = setTimeout(() => kill(pid), graceMs);
    signalGroup(pid, 'SIGTERM');
  };
}

const kill = (pid: number): void => signalGroup(pid, 'SIGKILL');

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: nobody is left. EPERM: macOS says so of a group whose members have all ended.
    const isGone =
      error instanceof Error && 'code' in error && ['ESRCH', 'EPERM'].includes(String(error.code));
    if (!isGone) throw error;
  }
}

/** A process that has left the group may hold them open for ever. */
function closePipes({ stdout, stderr }: Leader): void {
  const timer = setTimeout(() => {
    stdout?.destroy();
    stderr?.destroy();
  }, leftOpenMs);
  timer.unref();
}
