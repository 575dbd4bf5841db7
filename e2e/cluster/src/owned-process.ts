import { open } from 'node:fs/promises';
import { execa } from 'execa';

/** A server that ends with the process that started it, however that ends. */
export interface OwnedProcess {
  readonly log: string;
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  /** Kills it, and resolves when it is gone. */
  kill(): Promise<void>;
}

export interface OwnedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** File that all it prints is added to. */
  readonly log: string;
}

/** The kernel kills it when we end. It writes its log by itself, so that it never waits for us. */
export async function startOwned({ file, args, cwd, log }: OwnedCommand): Promise<OwnedProcess> {
  const opened = await open(log, 'a');
  const output = opened.createWriteStream();
  const child = execa('setpriv', ['--pdeathsig=KILL', '--', file, ...args], {
    cwd,
    reject: false,
    buffer: false,
    stdio: ['ignore', output, output],
  });
  let hasEnded = false;
  const ended = child.then(() => {
    hasEnded = true;
  });
  output.destroy();
  return {
    log,
    ended,
    hasEnded: () => hasEnded,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
