import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TemporaryRepository } from '../../fixtures/temporary-repository.ts';

const command = fileURLToPath(new URL('../../bin/tracker.js', import.meta.url));

/** What to kill: the command alone, so that its git goes on, or everything it started as well. */
export type Victim = 'command' | 'group';

export interface Killed {
  /** The document it printed before its death, undefined where it printed none: what it says is a promise. */
  readonly said: unknown;
  readonly exitCode: number | null;
}

/** Runs the real command in a process group of its own, and kills it with SIGKILL after some milliseconds. */
export function runAndKill(
  repository: TemporaryRepository,
  argv: readonly string[],
  after: number,
  victim: Victim,
): Promise<Killed> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, '--format=json', ...argv], {
      cwd: repository.path,
      env: repository.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const timer = setTimeout(() => {
      if (child.pid !== undefined) kill(victim === 'group' ? -child.pid : child.pid);
    }, after);
    const stdout: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.on('error', reject);
    child.on('close', exitCode => {
      clearTimeout(timer);
      resolve({ said: parsed(Buffer.concat(stdout).toString()), exitCode });
    });
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had just ended by itself.
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
