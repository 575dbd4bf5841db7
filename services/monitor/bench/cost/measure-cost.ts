import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startBlackbox } from './blackbox.ts';
import { startChild } from './child-contestant.ts';
import type { Contestant } from './contestant.ts';

export interface Cost {
  readonly name: string;
  /** Median over the rounds. */
  readonly probesPerCpuSecond: number;
  /** Median over the rounds of the ratio to blackbox_exporter in the same round. */
  readonly toBlackbox: number;
  readonly toNodeHttp: number;
}

/** Rounds are interleaved, so that noise of the machine meets everyone alike. */
export async function measureCost(rounds: number, roundMs: number): Promise<Cost[]> {
  const target = fork(fileURLToPath(new URL('target.ts', import.meta.url)));
  const [{ port }] = await once(target, 'message');
  const url = `http://127.0.0.1:${port}/`;
  const contestants = [
    await startChild('picket', 'picket.ts', url),
    await startBlackbox(url),
    await startChild('node:http', 'node-http.ts', url),
    await startChild('net socket', 'net-socket.ts', url),
  ];
  try {
    for (const contestant of contestants) await contestant.round(roundMs);
    const rates: number[][] = contestants.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, contestant] of contestants.entries()) {
        rates[index]?.push(await rateOf(contestant, roundMs));
      }
    }
    return contestants.map(({ name }, index) => ({
      name,
      probesPerCpuSecond: Math.round(median(rates[index] ?? [])),
      toBlackbox: ratio(rates[index], rates[1]),
      toNodeHttp: ratio(rates[index], rates[2]),
    }));
  } finally {
    await Promise.all(contestants.map(contestant => contestant.stop()));
    target.disconnect();
  }
}

async function rateOf(contestant: Contestant, ms: number): Promise<number> {
  const { probes, cpuSeconds } = await contestant.round(ms);
  return probes / cpuSeconds;
}

function ratio(own: readonly number[] = [], peer: readonly number[] = []): number {
  const ratios = own.map((rate, round) => rate / (peer[round] ?? Number.NaN));
  return Math.round(median(ratios) * 100) / 100;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] = sorted.slice(middle - (sorted.length % 2 === 0 ? 1 : 0));
  return sorted.length % 2 === 0 ? (low + high) / 2 : low;
}
