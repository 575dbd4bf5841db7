import { nodeFlags } from '../node-flags.ts';
import { startBlackbox } from './blackbox.ts';
import { startChild } from './child-contestant.ts';
import type { Contestant } from './contestant.ts';

export interface Cost {
  readonly name: string;
  /** Median over the rounds. */
  readonly probesPerCpuSecond: number;
  /** Median over the rounds of the ratio in the same round. */
  readonly toBlackbox: number;
  readonly toNodeHttp: number;
}

/** Rounds are interleaved, so that noise of the machine meets everyone alike; the first, for warming up, is left out. */
export async function measureCost(url: string, rounds: number, roundMs: number): Promise<Cost[]> {
  const picket = await startChild('picket', 'picket.ts', url, nodeFlags);
  const blackbox = await startBlackbox(url);
  const nodeHttp = await startChild('node:http', 'node-http.ts', url);
  const netSocket = await startChild('net socket', 'net-socket.ts', url);
  const contestants = [picket, blackbox, nodeHttp, netSocket];
  try {
    const rates = new Map<Contestant, number[]>(contestants.map(contestant => [contestant, []]));
    for (let round = 0; round <= rounds; round++) {
      for (const [contestant, ownRates] of rates) {
        const rate = await rateOf(contestant, roundMs);
        if (round > 0) ownRates.push(rate);
      }
    }
    return [...rates].map(([{ name }, ownRates]) => ({
      name,
      probesPerCpuSecond: Math.round(median(ownRates)),
      toBlackbox: ratio(ownRates, rates.get(blackbox)),
      toNodeHttp: ratio(ownRates, rates.get(nodeHttp)),
    }));
  } finally {
    await Promise.all(contestants.map(contestant => contestant.stop()));
  }
}

async function rateOf(contestant: Contestant, ms: number): Promise<number> {
  const { probes, cpuSeconds } = await contestant.round(ms);
  return probes / cpuSeconds;
}

function ratio(own: readonly number[], peer: readonly number[] = []): number {
  const ratios = own.map((rate, round) => rate / (peer[round] ?? Number.NaN));
  return Math.round(median(ratios) * 100) / 100;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] = sorted.slice(middle - (sorted.length % 2 === 0 ? 1 : 0));
  return sorted.length % 2 === 0 ? (low + high) / 2 : low;
}
