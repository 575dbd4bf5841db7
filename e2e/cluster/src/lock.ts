import { execa } from 'execa';

/** Milliseconds to wait for another command that brings the cluster up or down. */
const limit = 900_000;

/** Runs the work while no other process holds the lock file. The kernel gives it free when we end. */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const holder = execa('flock', [`--timeout=${limit / 1000}`, file, 'sh', '-c', 'echo && cat'], {
    reject: false,
  });
  try {
    const first = await holder[Symbol.asyncIterator]().next();
    if (first.done === true) throw new Error(`${file} is held by another command`);
    return await work();
  } finally {
    holder.stdin.end();
    await holder;
  }
}
