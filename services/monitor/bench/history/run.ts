import { startTarget } from '../start-target.ts';
import { measureHistory } from './measure-history.ts';
import { printHistory } from './print-history.ts';

/** `node services/monitor/bench/history/run.ts`: what a history costs the runs, in under three minutes. */
const target = await startTarget();
printHistory(await measureHistory(target.url, 5));
target.stop();
