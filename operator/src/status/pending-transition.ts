import type { Transition } from '@picket/monitor';
import type { ProbeResource } from '../resource/probe-resource.ts';
import type { PendingTransition } from '../resource/status.ts';
import { fromTimestamp, toTimestamp } from './timestamp.ts';

/** UTF-16 units that texts from outside may take in a status; names and addresses are bounded by the schema. */
const longest = { message: 4096, reason: 1024 } as const;

/** A transition as the status holds it: of its evidence only the result that made it. */
export function toPending(
  { id, type, request, alert, message, response, beganAt, at }: Transition,
  channels: Iterable<string>,
): PendingTransition {
  return {
    id,
    type,
    request,
    alert,
    message: cut(message, longest.message),
    response: {
      at: toTimestamp(response.at),
      status: response.status,
      statusText: cut(response.statusText, longest.reason),
      time: response.time,
      ...(response.reason !== undefined && { reason: cut(response.reason, longest.reason) }),
    },
    beganAt: toTimestamp(beganAt),
    at: toTimestamp(at),
    deliveries: [...channels].map(channel => ({ channel, attempts: 0 })),
  };
}

/** What channels are told, the first time as at a repeat: what the status holds and nothing else. */
export function toTransition(
  { id, type, request, alert, message, response, ...times }: PendingTransition,
  probe: Transition['probe'],
): Transition {
  const at = fromTimestamp(times.at) ?? 0;
  const evidence = { ...response, at: fromTimestamp(response.at) ?? at };
  return {
    id,
    type,
    probe,
    request,
    alert,
    message,
    response: evidence,
    evidence: [evidence],
    beganAt: fromTimestamp(times.beganAt) ?? at,
    at,
  };
}

/** What a transition says of its probe. The spec may be anything, since an older CRD may have let it in. */
export function identityOf({ metadata, spec }: ProbeResource): Transition['probe'] {
  const description = textIn(spec, 'description');
  return {
    id: `${metadata.namespace}/${metadata.name}`,
    name: textIn(spec, 'name') ?? metadata.name,
    ...(description !== undefined && { description }),
  };
}

function textIn(spec: unknown, field: string): string | undefined {
  if (typeof spec !== 'object' || spec === null || !Object.hasOwn(spec, field)) return undefined;
  const value: unknown = Reflect.get(spec, field);
  return typeof value === 'string' ? value : undefined;
}

/** Whole characters only, so that the API server stores the text as it was sent. */
function cut(text: string, length: number): string {
  const short = text.length <= length ? text : `${text.slice(0, length - 1)}…`;
  return short.toWellFormed();
}
