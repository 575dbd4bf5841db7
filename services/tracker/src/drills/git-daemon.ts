import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A real git server on the loopback, whose processes are not those of its clients: what kills these leaves it whole. */
export interface GitDaemon extends AsyncDisposable {
  /** The address of a repository in its folder. */
  readonly address: (name: string) => string;
  readonly port: number;
}

export async function startGitDaemon(folder: string): Promise<GitDaemon> {
  const port = await freePort();
  const programs = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim();
  const daemon = spawn(
    join(programs, 'git-daemon'),
    [
      '--listen=127.0.0.1',
      `--port=${port}`,
      '--reuseaddr',
      '--export-all',
      '--enable=receive-pack',
      `--base-path=${folder}`,
      folder,
    ],
    { stdio: 'ignore' },
  );
  await untilListening(port, daemon);
  return {
    port,
    address: name => `git://127.0.0.1:${port}/${name}`,
    async [Symbol.asyncDispose]() {
      const ended = once(daemon, 'exit');
      daemon.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return address.port;
}

async function untilListening(port: number, daemon: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 500 && daemon.exitCode === null; tries += 1) {
    if (await answers(port)) return;
    await pause(20);
  }
  throw new Error(`git daemon does not listen; its exit code is ${daemon.exitCode}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
