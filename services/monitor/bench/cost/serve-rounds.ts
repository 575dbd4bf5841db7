import { concurrency, type Round } from './contestant.ts';

/** The child's side: on each message `{ ms }` it probes in a loop and answers with its round. */
export function serveRounds(probe: () => Promise<void>): void {
  process.on('message', async (message: { ms: number }) => {
    process.send?.(await closedLoop(probe, message.ms));
  });
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}

async function closedLoop(probe: () => Promise<void>, ms: number): Promise<Round> {
  const before = process.cpuUsage();
  const end = performance.now() + ms;
  let probes = 0;
  const loop = async () => {
    while (performance.now() < end) {
      await probe();
      probes++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return { probes, cpuSeconds: cpuSecondsSince(before) };
}

export function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
