import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { BridgeError } from '../errors.ts';
import type { Runner } from '../run-tracker.ts';

export interface SyncSettings {
  readonly runner: Pick<Runner, 'run'>;
  readonly repo: string;
  readonly tempDir: string;
  readonly intervalMs: number;
  readonly log: SyncLog;
  /** Resolves when the time is over, and rejects when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

interface SyncLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
}

/** Runs `sync` again and again, one at a time, until the signal is aborted; after failures it waits ever longer. */
export async function syncOnInterval(settings: SyncSettings, signal: AbortSignal): Promise<void> {
  const { intervalMs, log, wait } = settings;
  let failures = 0;
  while (await isOver(wait(delayOf(intervalMs, failures), signal), signal)) {
    const problem = await syncOnce(settings, signal);
    if (signal.aborted) return;
    if (problem !== undefined) log.warn({ ...problem, failures: ++failures }, 'sync failed');
    else if (failures > 0) {
      log.info({ failures }, 'sync works again');
      failures = 0;
    }
  }
}

const longestDelayMs = 3_600_000;

/** Doubled after each failure, up to an hour. */
function delayOf(intervalMs: number, failures: number): number {
  return Math.max(intervalMs, Math.min(intervalMs * 2 ** failures, longestDelayMs));
}

/** False where the wait was given up. */
async function isOver(waiting: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  try {
    await waiting;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}

interface Problem {
  readonly code: string;
  readonly problem: string;
}

/** What the command says on failing; addresses with credentials are not in it. */
const failure = Type.Object({
  error: Type.Object({ code: Type.String(), message: Type.String() }),
});

async function syncOnce(
  { runner, repo, tempDir }: SyncSettings,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  try {
    const { exitCode, json } = await runner.run({ argv: ['sync'], repo, tempDir }, signal);
    if (exitCode === 0) return undefined;
    if (!Check(failure, json)) return { code: 'EXIT', problem: `exit code ${exitCode}` };
    return { code: json.error.code, problem: json.error.message };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof BridgeError)) throw error;
    return { code: error.code, problem: error.message };
  }
}
