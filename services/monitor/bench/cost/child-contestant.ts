import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Contestant, Round } from './contestant.ts';

/** Starts a script of this folder that serves rounds, with these flags for Node. */
export async function startChild(
  name: string,
  script: string,
  url: string,
  flags: readonly string[] = [],
): Promise<Contestant> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, [url], { execArgv: [...flags] });
  await once(child, 'message');
  return {
    name,
    async round(ms) {
      const answered = once(child, 'message');
      child.send({ ms });
      const [round]: Round[] = await answered;
      if (round === undefined) throw new Error(`${name} gave no round`);
      return round;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
