import { type DestinationStream, pino } from 'pino';
import type { Reporter } from './reporter.ts';
import { summarize } from './summary.ts';

/** One JSON object a line: `msg` is `request` for each request run, `incident` or `recovery` for transitions. */
export function createJsonLines(destination: DestinationStream): Reporter {
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: level => ({ level }) },
    },
    destination,
  );
  return {
    judged(judgement) {
      for (const summary of summarize(judgement)) {
        const { time, ...rest } = summary;
        const fields = { ...rest, ...(time !== undefined && { ms: round(time) }) };
        if (summary.health === 'ok') logger.info(fields, 'request');
        else logger.warn(fields, 'request');
      }
      for (const transition of judgement.transitions) {
        const { id, type, probe, request, alert, message } = transition;
        const fields = { id, probe: probe.id, request: request.name, alert: alert.name, message };
        if (type === 'incident') logger.warn(fields, 'incident');
        else logger.info(fields, 'recovery');
      }
    },
    removed() {},
    log: logger,
    [Symbol.dispose]: () => logger.flush(),
  };
}

const round = (ms: number) => Math.round(ms * 100) / 100;
