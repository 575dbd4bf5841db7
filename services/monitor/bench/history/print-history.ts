import { print, round } from '../print.ts';
import type { HistoryCost } from './measure-history.ts';

export function printHistory(costs: readonly HistoryCost[]): void {
  print('200 results a second on a schedule of 5 s, kept in', costs.map(historyRow));
}

function historyRow({ store, lagP50, lagP99, ratio, cpuShare }: HistoryCost) {
  return {
    store,
    'lag p50 ms': round(lagP50),
    'lag p99 ms': round(lagP99),
    'x none': round(ratio),
    'CPU %': round(cpuShare * 100),
  };
}
