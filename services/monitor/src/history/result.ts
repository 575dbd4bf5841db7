import type { JudgedRequest, Judgement } from '../alert/judgement.ts';
import { isAnswer } from '../alert/outcome.ts';
import { summarizeRequest } from '../report/summary.ts';

/** One result of one request, as it is kept: redacted, and of bounded size. */
export interface HistoryResult {
  /** Unix milliseconds of the end of its run. */
  readonly at: number;
  readonly probe: string;
  /** Key of the request. */
  readonly request: string;
  /** `alert` where one is true, `skipped` where nothing was sent. */
  readonly health: 'ok' | 'alert' | 'skipped';
  /** The target answered and no alert was true: what availability counts. */
  readonly isGood: boolean;
  /** As `response.status`; absent where nothing was sent. */
  readonly status?: number;
  /** Milliseconds; absent where nothing was sent. */
  readonly time?: number;
  /** The target answered, so that `time` counts among the latencies. */
  readonly isAnswered: boolean;
  /** Why nothing answered, or why it was skipped. */
  readonly reason?: string;
  /** Keys of the alerts that are true. */
  readonly alerts: readonly string[];
  /** Only of requests with `saveBody`. */
  readonly body?: string;
}

/** Characters of a text that are kept. */
const longest = { body: 65_536, reason: 1_024, alert: 253, alerts: 32 } as const;

/** What a run gave, request by request; those left out by their own interval gave nothing. */
export function resultsOf({ probe, at, requests }: Judgement): HistoryResult[] {
  return requests
    .filter(({ run }) => run.kind !== 'left-out')
    .map(judged => resultOf(probe.id, at, judged));
}

function resultOf(probe: string, at: number, judged: JudgedRequest): HistoryResult {
  const { request, health, status, time, reason, alerts } = summarizeRequest(probe, judged);
  const isAnswered = judged.run.kind === 'sent' && isAnswer(judged.run.result.response);
  return {
    at,
    probe: storable(probe),
    request: storable(request),
    health,
    isGood: isAnswered && health === 'ok',
    isAnswered,
    ...(status !== undefined && { status }),
    ...(time !== undefined && { time }),
    ...(reason !== undefined && { reason: keepable(reason, longest.reason) }),
    alerts: alerts.slice(0, longest.alerts).map(alert => keepable(alert, longest.alert)),
    ...(judged.body !== undefined && { body: keepable(judged.body, longest.body) }),
  };
}

function keepable(text: string, most: number): string {
  return storable(text.length <= most ? text : `${text.slice(0, most - 1)}…`);
}

/** Without what a database cannot hold: NUL, and halves of a character. */
function storable(text: string): string {
  return text.replaceAll('\0', '�').toWellFormed();
}
