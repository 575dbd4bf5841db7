import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A script of this folder in a process of its own, and the first thing it tells. */
export async function startChild<First>(
  script: string,
  flags: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly first: First }> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, { execArgv: [...flags] });
  const [first]: First[] = await answerOf(child, script);
  if (first === undefined) throw new Error(`${script} told nothing`);
  return { child, first };
}

/** Sends a message and waits for the next that comes back. */
export async function askChild<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const answered = answerOf(child, child.spawnargs.at(-1) ?? '');
  child.send(message);
  const [answer]: Answer[] = await answered;
  if (answer === undefined) throw new Error('a child answered nothing');
  return answer;
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}

async function answerOf(child: ChildProcess, name: string) {
  const settled = new AbortController();
  const { signal } = settled;
  const exited = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${name} ended with ${code}`);
  });
  try {
    return await Promise.race([once(child, 'message', { signal }), exited]);
  } finally {
    settled.abort();
    exited.catch(() => undefined);
  }
}
