import { benchProbe, openEngine } from '../engine.ts';
import { concurrency, type Round } from './contestant.ts';
import { cpuSecondsSince } from './serve-rounds.ts';

/**
 * Everything the engine does but its output: the schedule starts the runs (no run can keep the interval, so each
 * starts again when it ends), a header is rendered, the request sent on a new connection, two assertions judged,
 * the states kept in a file, the metrics observed.
 */
const target = process.argv[2] ?? '';
process.on('message', async ({ ms }: { ms: number }) => process.send?.(await runFor(ms)));
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function runFor(ms: number): Promise<Round> {
  const before = process.cpuUsage();
  const probes = Array.from({ length: concurrency }, (_, n) => benchProbe(`p${n}`, target, 1));
  const engine = await openEngine(probes);
  engine.start();
  await new Promise(resolve => setTimeout(resolve, ms));
  const round = { probes: engine.judged(), cpuSeconds: cpuSecondsSince(before) };
  await engine.stop();
  return round;
}
