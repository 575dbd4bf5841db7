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

/** Secrets as they may be written that begin with the same letters. */
interface Alike {
  /** How long they are, the longest first: tokens of one issuer begin alike and have few lengths. */
  readonly lengths: readonly number[];
  readonly forms: ReadonlyMap<string, ValueReference>;
}

type Forms = ReadonlyMap<string, Alike>;

function formsByStart(references: readonly ValueReference[]): Forms {
  const forms = new Map<string, ValueReference>();
  const seen = new Set<string>();
  for (const { kind, name, value = '', isSecret } of references) {
    if (!isSecret || seen.has(value)) continue;
    seen.add(value);
    for (const form of value.length < shortest ? [] : encodedForms(value)) {
      if (form.length >= shortest && (form === value || !forms.has(form))) {
        forms.set(form, { kind, name, value: form, isSecret });
      }
    }
  }
  const groups = Map.groupBy(forms, ([form]) => form.slice(0, shortest));
  return new Map(
    [...groups].map(([start, group]) => {
      const lengths = [...new Set(group.map(([form]) => form.length))].toSorted((a, b) => b - a);
      return [start, { lengths, forms: new Map(group) }];
    }),
  );
}

function cut(text: string, byStart: Forms): Text {
  if (byStart.size === 0 || text.length < shortest) return [text];
  const parts: (string | ValueReference)[] = [];
  let from = 0;
  for (let at = 0; at <= text.length - shortest; at += 1) {
    const found = secretAt(text, at, byStart);
    if (found === undefined) continue;
    if (at > from) parts.push(text.slice(from, at));
    parts.push(found.reference);
    from = at + found.length;
    at = from - 1;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** The longest secret that begins there. */
function secretAt(text: string, at: number, byStart: Forms) {
  const alike = byStart.get(text.slice(at, at + shortest));
  for (const length of alike?.lengths ?? []) {
    const reference = alike?.forms.get(text.slice(at, at + length));
    if (reference !== undefined) return { reference, length };
  }
  return undefined;
}
