import type { Span } from '../redact/url-secrets.ts';
import type { Reference, Text, ValueReference } from './draft.ts';

/** How long a reference counts in the outline of a text. */
const referenceLength = 1;

/**
 * The text with a letter in place of each reference, to look for something in what stands around them. Places in
 * it are those `withReferences` takes.
 */
export function outlineOf(text: Text): string {
  return text.map(part => (typeof part === 'string' ? part : 'x')).join('');
}

/** A part of a text that is to become a reference. */
export interface SecretSpan extends Span {
  /** What the reference is called. */
  readonly name: string;
}

/** The text with references in place of what stands in the spans; references in them stay. Spans don't overlap. */
export function withReferences(text: Text, spans: readonly SecretSpan[]): Text {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const parts: (string | Reference)[] = [];
  let offset = 0;
  let next = 0;
  for (const part of text) {
    const length = typeof part === 'string' ? part.length : referenceLength;
    const end = offset + length;
    if (typeof part !== 'string') parts.push(part);
    else {
      let at = offset;
      for (;;) {
        while (next < sorted.length && (sorted[next]?.end ?? 0) <= at) next += 1;
        const span = sorted[next];
        if (span === undefined || at >= end || span.start >= end) break;
        const [from, to] = [Math.max(span.start, at), Math.min(span.end, end)];
        if (from > at) parts.push(part.slice(at - offset, from - offset));
        parts.push(secretReference(span.name, part.slice(from - offset, to - offset)));
        at = to;
      }
      if (at < end) parts.push(part.slice(at - offset));
    }
    offset = end;
  }
  return parts;
}

function secretReference(name: string, value: string): ValueReference {
  return { kind: 'value', name, value, isSecret: true };
}

/** The text as it is sent where its references have these values. */
export function filledIn(text: Text, read: (reference: Reference) => string): string {
  return text.map(part => (typeof part === 'string' ? part : read(part))).join('');
}

/** Its references to values, in order. */
export function valueReferences(text: Text): readonly ValueReference[] {
  return text.filter(part => typeof part !== 'string').filter(part => part.kind === 'value');
}

/** The text with each piece that stands as it is changed. */
export function mapLiterals(text: Text, change: (literal: string) => Text): Text {
  return text.flatMap(part => (typeof part === 'string' ? change(part) : [part]));
}
