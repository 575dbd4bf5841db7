import { pino } from 'pino';
import { createJsonLines } from './json-lines.ts';
import { createLiveTable } from './live-table.ts';
import type { Reporter } from './reporter.ts';
import { createTextLines } from './text-lines.ts';

type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly rows?: number;
  readonly columns?: number;
};

export interface ReporterSettings {
  /** Default: text on a terminal, else JSON lines. */
  readonly output: 'text' | 'json' | undefined;
  /** A live table stands for lines of text where the monitor runs until it is stopped. */
  readonly isLive: boolean;
  readonly footer: readonly string[];
  readonly stdout: Output;
  readonly stderr: NodeJS.WritableStream;
}

export function openReporter(settings: ReporterSettings): Reporter {
  const { stdout, stderr, isLive, footer } = settings;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreLostReader);
  const output = settings.output ?? (stdout.isTTY ? 'text' : 'json');
  if (output === 'json') return createJsonLines(pino.destination({ dest: 1, sync: true }));
  // A table needs the size of its terminal, which some do not tell.
  const isSized = (stdout.rows ?? 0) > 0 && (stdout.columns ?? 0) > 0;
  if (!isLive || !stdout.isTTY || !isSized) return createTextLines(stdout, stderr);
  return createLiveTable({
    out: stdout,
    footer,
    now: () => new Date(),
    setInterval(run, ms) {
      const timer = setInterval(run, ms);
      return { cancel: () => clearInterval(timer) };
    },
  });
}

/** Whoever read the output is gone; the probes go on, as they do with JSON lines. */
function ignoreLostReader(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
}
