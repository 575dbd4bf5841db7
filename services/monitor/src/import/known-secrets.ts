import { encodedForms } from '../redact/encoded-forms.ts';
import type { Draft, Text, ValueReference } from './draft.ts';
import { mapLiterals, valueReferences } from './text.ts';

/** A shorter one may be part of any word. */
const shortest = 8;

/** Secrets that a file is known to hold, wherever else they stand in it. */
export interface KnownSecrets {
  /** The draft with references also where its literals hold one of them. */
  replacedIn(draft: Draft): Draft;
  /** The text with `[redacted]` in place of them, for what people read. */
  redactedIn(text: string): string;
}

/** Looks for all secrets at once, in time that grows with the text alone. */
export function createKnownSecrets(known: readonly ValueReference[]): KnownSecrets {
  const byStart = formsByStart(known);
  const replace = (text: Text): Text => mapLiterals(text, literal => cut(literal, byStart));
  return {
    replacedIn: draft => (byStart.size === 0 ? draft : mapTexts(draft, replace)),
    redactedIn: text =>
      cut(text, byStart)
        .map(part => (typeof part === 'string' ? part : '[redacted]'))
        .join(''),
  };
}

/** The references to values in drafts. */
export function secretsOf(drafts: readonly Draft[]): readonly ValueReference[] {
  return drafts.flatMap(textsOf).flatMap(valueReferences);
}

function textsOf({ url, headers, body, proxyUrl }: Draft): Text[] {
  return [url, ...headers.map(({ value }) => value), body ?? [], proxyUrl ?? []];
}

function mapTexts(draft: Draft, change: (text: Text) => Text): Draft {
  const { body, proxyUrl } = draft;
  return {
    ...draft,
    url: change(draft.url),
    headers: draft.headers.map(({ name, value }) => ({ name, value: change(value) })),
    ...(body && { body: change(body) }),
    ...(proxyUrl && { proxyUrl: change(proxyUrl) }),
  };
}

/** Secrets as they may be written, by their first letters; of those with the same, the longest first. */
type Forms = ReadonlyMap<string, readonly ValueReference[]>;

function formsByStart(references: readonly ValueReference[]): Forms {
  const forms = new Map<string, ValueReference>();
  for (const { kind, name, value = '', isSecret } of references) {
    if (!isSecret || forms.has(value)) continue;
    for (const form of value.length < shortest ? [] : encodedForms(value)) {
      if (form.length >= shortest && (form === value || !forms.has(form))) {
        forms.set(form, { kind, name, value: form, isSecret });
      }
    }
  }
  const sorted = [...forms.values()].toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return Map.groupBy(sorted, ({ value = '' }) => value.slice(0, shortest));
}

const lengthOf = ({ value = '' }: ValueReference) => value.length;

function cut(text: string, byStart: Forms): Text {
  if (byStart.size === 0 || text.length < shortest) return [text];
  const parts: (string | ValueReference)[] = [];
  let from = 0;
  for (let at = 0; at <= text.length - shortest; at += 1) {
    const found = byStart
      .get(text.slice(at, at + shortest))
      ?.find(({ value = '' }) => text.startsWith(value, at));
    if (found === undefined) continue;
    if (at > from) parts.push(text.slice(from, at));
    parts.push(found);
    from = at + lengthOf(found);
    at = from - 1;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
