import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { execa } from 'execa';
import { BridgeError } from './errors.ts';
import { handOver } from './run/hand-over.ts';
import { watchGroup } from './run/process-group.ts';
import type { RunInput } from './run/run-input.ts';
import { trackerArguments } from './run/tracker-arguments.ts';
import { createTurns } from './run/turns.ts';

export interface RunnerSettings {
  /** Path of the command's entry file. */
  readonly command: string;
  /** The command's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits?: Partial<RunLimits>;
}

export interface RunLimits {
  /** Milliseconds that a run may take, its wait not counted. */
  readonly timeoutMs: number;
  /** Milliseconds between asking a run to end and making it. */
  readonly graceMs: number;
  /** Bytes of each of its outputs. */
  readonly outputBytes: number;
  /** Runs at a time. */
  readonly concurrency: number;
  /** Runs that may wait for their turn. */
  readonly waiting: number;
  /** Milliseconds that one may wait. */
  readonly waitMs: number;
}

const defaultLimits: RunLimits = {
  timeoutMs: 120_000,
  graceMs: 5_000,
  outputBytes: 32 * 1024 * 1024,
  concurrency: 4,
  waiting: 100,
  waitMs: 60_000,
};

export interface RunResult {
  /** 128 and the signal's number where one ended it, as shells tell it. */
  readonly exitCode: number;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output where it is JSON, else null. */
  readonly json: unknown;
}

export interface Runner {
  /**
   * Runs the command once it is its turn. Rejects with BAD_REQUEST, BUSY, TIMED_OUT, OUTPUT_LIMIT or UNAVAILABLE; with
   * the signal's reason once that is aborted. Whatever its end, no process of the run is left.
   */
  run(input: RunInput, signal: AbortSignal): Promise<RunResult>;
  /** Ends what runs and refuses what is yet to come; resolves when no process is left. */
  close(): Promise<void>;
}

/** The one place that starts the command: an argument list, no shell, its own process group. */
export function createRunner({ command, env, limits }: RunnerSettings): Runner {
  const all = { ...defaultLimits, ...limits };
  const { timeoutMs, graceMs, outputBytes } = all;
  const turns = createTurns(all);
  const closing = new AbortController();
  const refuseClosed = () => {
    if (closing.signal.aborted) throw new BridgeError('UNAVAILABLE', 'the server is stopping');
  };

  async function runNow(input: RunInput, signal: AbortSignal): Promise<RunResult> {
    refuseClosed();
    const { args, text } = handOver(trackerArguments(input));
    const child = execa(process.execPath, [command, ...args], {
      ...(input.cwd === undefined ? {} : { cwd: input.cwd }),
      ...(text === undefined ? { stdin: 'ignore' } : { input: text }),
      env,
      extendEnv: false,
      detached: true,
      cleanup: false,
      reject: false,
      stripFinalNewline: false,
      maxBuffer: outputBytes,
    });
    const end = watchGroup(child.nodeChildProcess, graceMs);
    const timeout = AbortSignal.timeout(timeoutMs);
    const ended = AbortSignal.any([signal, timeout, closing.signal]);
    ended.addEventListener('abort', end, { once: true });
    const result = await child;
    ended.removeEventListener('abort', end);
    signal.throwIfAborted();
    refuseClosed();
    if (timeout.aborted) {
      throw new BridgeError('TIMED_OUT', `the command did not end within ${timeoutMs / 1000} s`);
    }
    if (result.isMaxBuffer) {
      throw new BridgeError(
        'OUTPUT_LIMIT',
        `the command printed more than ${outputBytes} bytes: ask for less, as with --limit`,
      );
    }
    if (child.pid === undefined) throw await startError(result.code, input.cwd);
    return toResult(result);
  }

  return {
    async run(input, signal) {
      refuseClosed();
      return await turns.take(() => runNow(input, signal), signal);
    },
    async close() {
      closing.abort();
      await turns.idle();
    },
  };
}

/** Why nothing was started. The system's own error is not handed on: it holds the arguments. */
async function startError(code: string | undefined, cwd: string | undefined): Promise<BridgeError> {
  if (code === 'E2BIG') return new BridgeError('BAD_REQUEST', 'argv is too long in all');
  if (cwd !== undefined && !(await isFolder(cwd))) {
    return new BridgeError('BAD_REQUEST', `cwd: there is no folder ${cwd}`);
  }
  return new BridgeError('UNAVAILABLE', `the tracker command cannot be started: ${code}`);
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  );

interface Ended {
  readonly exitCode?: number;
  readonly signal?: NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

function toResult({ exitCode, signal, stdout, stderr }: Ended): RunResult {
  const code = exitCode ?? 128 + (signal === undefined ? 0 : constants.signals[signal]);
  return { exitCode: code, signal: signal ?? null, stdout, stderr, json: parsed(stdout) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
