import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Target extends Disposable {
  readonly url: string;
}

/** Starts the server every probe asks. It ends with this process. */
export async function startTarget(): Promise<Target> {
  const child = fork(fileURLToPath(new URL('target.ts', import.meta.url)));
  const [{ port }] = await once(child, 'message', { signal: AbortSignal.timeout(30_000) });
  return { url: `http://127.0.0.1:${port}/`, [Symbol.dispose]: () => child.disconnect() };
}
