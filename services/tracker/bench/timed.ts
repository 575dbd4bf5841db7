import { spawnSync } from 'node:child_process';

export interface Call {
  readonly command: string;
  /** `ROUND` in them is the number of the round. */
  readonly args: readonly string[];
  readonly input?: (round: number) => Buffer;
}

/** Milliseconds from starting a process to its end, its output having been read. Throws if it fails. */
export function timed({ command, args, input }: Call, round = 0): number {
  const words = args.map(word => word.replace('ROUND', String(round)));
  const given = input?.(round);
  const begin = performance.now();
  const { status, stderr, error } = spawnSync(command, words, {
    input: given,
    maxBuffer: 512 * 1024 * 1024,
    timeout: 120_000,
  });
  const took = performance.now() - begin;
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${error ?? stderr}`);
  }
  return took;
}
