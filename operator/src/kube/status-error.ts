import { STATUS_CODES } from 'node:http';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { KubeError } from './kube-error.ts';

/** `Status` of group meta/v1, as far as Picket reads it. */
const status = Compile(
  Type.Object({
    kind: Type.Literal('Status'),
    message: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
    code: Type.Optional(Type.Integer()),
    details: Type.Optional(Type.Object({ retryAfterSeconds: Type.Optional(Type.Number()) })),
  }),
);

/** Characters of the server's message that are kept. */
const longestMessage = 2000;

export interface Refusal {
  /** HTTP status; 0 for an error within a watch, which has only what it says itself. */
  readonly status: number;
  /** What the server sent, parsed; undefined where it was no JSON. */
  readonly body: unknown;
  /** The header, as it came. */
  readonly retryAfter?: string | undefined;
  /** What was asked, for an answer that says nothing itself. */
  readonly what: string;
}

/** The error the server means, whether it, or a proxy before it, explains itself in a Status or not. */
export function statusError({ status: httpStatus, body, retryAfter, what }: Refusal): KubeError {
  const said = status.Check(body) ? body : undefined;
  const code = httpStatus || (said?.code ?? 0);
  const message = said?.message ?? `${what}: ${code} ${STATUS_CODES[code] ?? 'without a reason'}`;
  const wait = millisecondsOf(retryAfter) ?? millisecondsOf(said?.details?.retryAfterSeconds);
  return new KubeError(message.slice(0, longestMessage), {
    status: code,
    reason: said?.reason ?? (STATUS_CODES[code] ?? 'Unknown').replace(/[^A-Za-z]/g, ''),
    ...(wait === undefined ? {} : { retryAfter: wait }),
  });
}

/** Of seconds; the API server never sends the date that HTTP would also allow. */
function millisecondsOf(seconds: string | number | undefined): number | undefined {
  const count = typeof seconds === 'string' && /^\d+$/.test(seconds) ? Number(seconds) : seconds;
  return typeof count === 'number' && Number.isFinite(count) && count > 0
    ? count * 1000
    : undefined;
}
