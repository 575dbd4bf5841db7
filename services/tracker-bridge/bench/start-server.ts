import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TemporaryRepository } from '@picket/tracker/fixtures/temporary-repository';
import { execa } from 'execa';

const command = fileURLToPath(new URL('../bin/tracker-web.js', import.meta.url));

export interface MeasuredServer extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** Resolves to the answer's body; rejects unless the command ended well. */
  run(argv: readonly string[]): Promise<string>;
}

/** The real `tracker-web` in a process of its own, as its users meet it, on a free port of the loopback. */
export async function startServer(repository: TemporaryRepository): Promise<MeasuredServer> {
  const token = 'bench';
  const server = execa(process.execPath, [command], {
    env: {
      ...repository.env,
      TRACKER_WEB_REPO: repository.path,
      TRACKER_WEB_PORT: '0',
      TRACKER_WEB_TOKEN: token,
    },
    extendEnv: false,
    stdio: ['ignore', 'pipe', 'inherit'],
    buffer: false,
    reject: false,
    forceKillAfterDelay: 20_000,
  });
  const ended = server.then(({ exitCode }) => {
    throw new Error(`tracker-web ended with ${exitCode}`);
  });
  const listening = new Promise<string>(resolve => {
    createInterface({ input: server.stdout }).on('line', line => {
      const found = /http:\/\/[\d.:]+/.exec(line)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  const url = await Promise.race([listening, ended]);
  return {
    url,
    token,
    async run(argv) {
      const response = await fetch(`${url}/api/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ argv }),
      });
      const body = await response.text();
      if (!body.includes('"exitCode":0')) throw new Error(`${response.status}: ${body}`);
      return body;
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM');
      await server;
    },
  };
}
