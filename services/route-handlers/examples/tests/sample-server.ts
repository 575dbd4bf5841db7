import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { startNext } from '../../fixtures/next/next-server.ts';

export interface SampleServer extends AsyncDisposable {
  /** As in `http://127.0.0.1:3000`. */
  readonly origin: string;
}

const folder = fileURLToPath(new URL('..', import.meta.url));
const command = fileURLToPath(new URL('../../bin/route-handlers.js', import.meta.url));

/** Both servers of the sample, each on a free port, with nothing but the first posts. */
export const sampleServers = {
  next: (): Promise<SampleServer> => startNext(folder, { NEXT_DIST_DIR: '.cache/next' }),
  fastify: async (): Promise<SampleServer> => {
    globalThis.exampleStore = undefined;
    const { createServer } = await import('../create-server.ts');
    const server = await createServer({ forceCloseConnections: true });
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    return { origin, [Symbol.asyncDispose]: () => server.close() };
  },
} as const;

/** Writes what is generated and not committed. */
export async function generate(): Promise<void> {
  await execa(process.execPath, [command, 'generate'], { cwd: folder, timeout: 60_000 });
}
