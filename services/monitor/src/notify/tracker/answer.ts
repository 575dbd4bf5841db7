import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Redactor } from '../../redact/redact.ts';
import { DeliveryError } from '../delivery-error.ts';
import { oneLine } from './foreign-text.ts';

/** Why the tracker did not do what it was asked for. */
export interface Refusal {
  /** As in its table of errors, such as `NOT_FOUND`. */
  readonly code: string;
  readonly message: string;
}

/** What became of a subcommand: what it printed, or why the tracker refused it. */
export type Ran =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

interface Answer {
  readonly host: string;
  readonly status: number;
  readonly text: string;
  /** Takes the token out of another's words. */
  readonly redact: Redactor;
}

const RunResult = Type.Object({
  ok: Type.Literal(true),
  exitCode: Type.Integer(),
  json: Type.Unknown(),
});

const code = Type.String({ pattern: '^[A-Z_]{1,40}$' });
const Refused = Type.Object({ error: Type.Object({ code, message: Type.String() }) });
const BridgeError = Type.Object({ error: code, message: Type.String() });

/** Characters of another's words in a message of ours. */
const longestWords = 300;

const remedies: Readonly<Record<number, string>> = {
  401: '`token` is not its TRACKER_WEB_TOKEN',
  403: 'name the host of `url` in its TRACKER_WEB_ALLOWED_HOSTS',
  404: 'give `url` the address of `tracker-web`, without `/api/run`',
};

/** `retryAfter`: milliseconds it asks to be left alone for. */
export function readAnswer(answer: Answer, retryAfter: number | undefined): Ran {
  const { host, status, text, redact } = answer;
  const json = parsed(text);
  if (status !== 200) throw new DeliveryError(wordStatus(answer, json), retryAfter);
  if (!Check(RunResult, json)) {
    const remedy = 'give `url` the address of `tracker-web`';
    throw new DeliveryError(`what answers at ${host} is no tracker: ${remedy}`);
  }
  if (json.exitCode === 0) return { ok: true, json: json.json };
  if (Check(Refused, json.json)) {
    const { code, message } = json.json.error;
    return { ok: false, refusal: { code, message: oneLine(redact(message), longestWords) } };
  }
  throw new DeliveryError(`the tracker command at ${host} ended with exit code ${json.exitCode}`);
}

function wordStatus({ host, status, redact }: Answer, json: unknown): string {
  const told = `the tracker at ${host} answered with status ${status}`;
  const own = Check(BridgeError, json)
    ? `${json.error}: ${oneLine(redact(json.message), longestWords)}`
    : undefined;
  return [told, own, remedies[status]].filter(part => part !== undefined).join('; ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
