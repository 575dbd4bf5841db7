import type { Clock, Log } from '@picket/monitor';
import { type DestinationStream, pino } from 'pino';
import { createRepeats } from './repeats.ts';
import { showFields } from './show-fields.ts';
import { withoutSecrets } from './without-secrets.ts';

export type LogLevel = keyof Log;

export interface LogSettings {
  /** The least that is written. */
  readonly level: LogLevel;
  readonly stream: DestinationStream;
  readonly clock: Pick<Clock, 'now' | 'wallTime' | 'setTimer'>;
}

/** One JSON object a line. Disposed, it tells what was repeated and not yet told, and holds no more timers. */
export interface OperatorLog extends Log, Disposable {}

/**
 * A log for machines to read: a probe is its `namespace` and `probe`, an error its cause, nothing holds a
 * credential, and what goes wrong over and over is told once and then counted.
 */
export function createLog({ level, stream, clock }: LogSettings): OperatorLog {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(clock.wallTime()).toISOString()}"`,
      formatters: { level: label => ({ level: label }) },
      // Errors are shown by then; pino's own serializer would take that for one.
      serializers: { err: shown => shown },
    },
    stream,
  );
  const repeats = createRepeats({
    clock,
    write(entry) {
      if (!logger.isLevelEnabled(entry.level)) return;
      logger[entry.level](showFields(entry.fields), withoutSecrets(entry.message));
    },
  });
  const at = (of: LogLevel) => (fields: Readonly<Record<string, unknown>>, message: string) =>
    repeats.take({ level: of, fields, message });
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    [Symbol.dispose]: repeats.close,
  };
}
