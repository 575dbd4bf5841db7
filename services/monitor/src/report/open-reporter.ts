import { pino } from 'pino';
import { createJsonLines } from './json-lines.ts';
import { createLiveTable } from './live-table.ts';
import type { Reporter } from './reporter.ts';
import { createTextLines } from './text-lines.ts';

export interface ReporterSettings {
  /** Default: text on a terminal, else JSON lines. */
  readonly output: 'text' | 'json' | undefined;
  /** A live table stands for lines of text where the monitor runs until it is stopped. */
  readonly isLive: boolean;
  readonly footer: readonly string[];
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export function openReporter(settings: ReporterSettings): Reporter {
  const { stdout, stderr, isLive, footer } = settings;
  for (const stream of [stdout, stderr]) stream.on('error', ignoreLostReader);
  const output = settings.output ?? (stdout.isTTY ? 'text' : 'json');
  if (output === 'json') return createJsonLines(pino.destination({ dest: 1, sync: true }));
  if (!isLive || !stdout.isTTY) return createTextLines(stdout, stderr);
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
