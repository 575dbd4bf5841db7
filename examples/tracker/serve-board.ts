import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';

export interface ServedBoard extends AsyncDisposable {
  /** `http://127.0.0.1:3847` */
  readonly url: string;
  /** What it asks its users for. */
  readonly token: string;
}

/** Milliseconds that the server may take to begin: it builds its pages where they are not there. */
const patience = 180_000;

/**
 * Runs the real `tracker-web` over a repository until it is disposed of. The token goes by the environment, where no
 * other user of the machine reads it. Rejects with the server's own words where it does not begin.
 */
export async function serveBoard(repo: string, env: NodeJS.ProcessEnv): Promise<ServedBoard> {
  const token = env.TRACKER_WEB_TOKEN || randomBytes(18).toString('base64url');
  const server = execa('tracker-web', {
    preferLocal: true,
    localDir: import.meta.dirname,
    env: { ...env, TRACKER_WEB_REPO: repo, TRACKER_WEB_TOKEN: token },
    stdin: 'ignore',
    // Read below, for as long as it runs.
    buffer: false,
    reject: false,
    forceKillAfterDelay: 20_000,
  });
  const lastWords = keepLast(server.stderr, 20);
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await server;
  };
  const ended = server.then(({ exitCode }) => {
    throw new Error(`tracker-web ended with ${exitCode}: ${lastWords.join('\n')}`);
  });
  const late = setTimeout(patience, undefined, { ref: false }).then(() => {
    throw new Error(`the tracker did not begin within ${patience / 1000} s`);
  });
  try {
    const url = await Promise.race([firstAddress(server.stdout), ended, late]);
    return { url, token, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the server prints once it listens. The rest of it is read, too, so that it can go on printing. */
function firstAddress(stdout: Readable): Promise<string> {
  return new Promise(resolve => {
    createInterface({ input: stdout }).on('line', line => {
      const url = /https?:\/\/[^\s"/]+/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
  });
}

/** The last lines that it has printed so far. */
function keepLast(output: Readable, count: number): readonly string[] {
  const lines: string[] = [];
  createInterface({ input: output }).on('line', line => {
    lines.push(line);
    lines.splice(0, lines.length - count);
  });
  return lines;
}
