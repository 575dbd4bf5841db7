import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../node-flags.ts';

export interface Scale {
  readonly probes: number;
  /** Milliseconds by which starts came late, over one interval after one of warming up. */
  readonly lag: { readonly p50: number; readonly p99: number; readonly max: number };
  /** Share of one core. */
  readonly cpuShare: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

/** How a process of its own does with so many probes of a target that answers at once. */
export async function measureScale(
  url: string,
  probes: number,
  intervalMs: number,
  /** A file or url that results are kept in. */
  history?: string,
): Promise<Scale> {
  const path = fileURLToPath(new URL('many-probes.ts', import.meta.url));
  const child = fork(path, [url, `${probes}`, `${intervalMs}`, history ?? ''], {
    execArgv: ['--expose-gc', ...nodeFlags],
  });
  const [scale]: Scale[] = await once(child, 'message');
  if (scale === undefined) throw new Error('the process told nothing');
  return scale;
}
