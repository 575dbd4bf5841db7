import { createLog } from './log.ts';
import type { Reporter } from './reporter.ts';
import { type RequestSummary, summarize } from './summary.ts';
import { answerOf, healthMark, millisecondsOf, printable, transitionLine } from './wording.ts';

/** One line a request run, for people and for output that scrolls. */
export function createTextLines(out: NodeJS.WritableStream, err: NodeJS.WritableStream): Reporter {
  return {
    judged(judgement) {
      for (const summary of summarize(judgement)) out.write(`${requestLine(summary)}\n`);
      for (const transition of judgement.transitions) out.write(`${transitionLine(transition)}\n`);
    },
    removed() {},
    log: createLog(lines => err.write(`${lines.join('\n')}\n`)),
    [Symbol.dispose]() {},
  };
}

function requestLine(summary: RequestSummary): string {
  const subject = printable(`${summary.probe} / ${summary.request}`);
  const parts = [healthMark(summary), subject, answerOf(summary), millisecondsOf(summary)];
  if (summary.alerts.length > 0) parts.push(`alert: ${printable(summary.alerts.join('; '))}`);
  return parts.filter(part => part !== '').join('  ');
}
