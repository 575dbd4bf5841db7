import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Target {
  readonly url: string;
  stop(): void;
}

/** Starts the server everyone asks. */
export async function startTarget(): Promise<Target> {
  const child = fork(fileURLToPath(new URL('target.ts', import.meta.url)));
  const [{ port }] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.disconnect() };
}
