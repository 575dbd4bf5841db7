import type { Transition } from '@picket/monitor';

/** Bytes: of the whole by Kubernetes' own bound, of its parts so that a long one leaves room for the message. */
const longest = { note: 1024, request: 200, assertion: 300 } as const;

/** A transition for people, on one line: request, what was asserted, for how long, and the message of the alert. */
export function wordTransition(transition: Transition): string {
  const { request, alert, message } = transition;
  const what = cut(request.name, longest.request);
  const assertion = cut(alert.assertion, longest.assertion);
  const text = `${what}: ${assertion} (${wordState(transition)}): ${message}`;
  return cut(text.replace(/\s+/g, ' '), longest.note);
}

function wordState({ type, beganAt, at }: Transition): string {
  const duration = wordDuration(at - beganAt);
  return type === 'incident' ? `true for ${duration}` : `recovered after ${duration}`;
}

/** In its two largest units: `2 h 5 min`. */
function wordDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  const told = units.slice(first, first + 2).filter(([count]) => count > 0);
  return told.length === 0 ? '0 s' : told.map(unit => unit.join(' ')).join(' ');
}

/** At most so many bytes of UTF-8, cut between characters and marked as cut. */
function cut(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  const mark = '…';
  let end = bytes - Buffer.byteLength(mark);
  while (((encoded[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return encoded.toString('utf8', 0, end) + mark;
}
