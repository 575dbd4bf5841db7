import { encodedForms } from './encoded-forms.ts';

const marker = '[redacted]';
const minLength = 4;
/** Writing down the forms of so many takes 50 ms, in which no run starts. */
const maxSecrets = 2000;
/** Letters of a secret that are looked for: with all of a long one, text that repeats itself takes minutes. */
const soughtLength = 256;

export type Redactor = (text: string) => string;

const unchanged: Redactor = text => text;
const wholly: Redactor = text => (text === '' ? '' : marker);

/**
 * Replaces every occurrence of each secret by `[redacted]`, as it is and as URLs, base64 and JSON write it, in
 * any case: what a server hands back as a header's name or as a host arrives in lower case.
 * Secrets that overlap or touch in the text become one `[redacted]`, so that no part of either is left.
 * Secrets shorter than 4 characters are left alone: they would blot out every digit and tell nothing.
 * A longer one is known by its first 256 letters, and as much as it is long is replaced from there.
 * Past 2000 secrets, as a long list taken from a response can bring, every text becomes `[redacted]`.
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const kept = [...new Set(secrets)].filter(secret => secret.length >= minLength);
  if (kept.length === 0) return unchanged;
  if (kept.length > maxSecrets) return wholly;
  // Most runs have nothing to say, so the forms wait for the first text.
  let forms: readonly string[] | undefined;
  return text => {
    forms ??= [...new Set(kept.flatMap(encodedForms).map(lowerCased))];
    const lower = lowerCased(text);
    return withoutSpans(text, merged(forms.flatMap(form => spansOf(form, lower))));
  };
}

/** Letter by letter, so that places in it are places in the text: few letters have a longer one in lower case. */
function lowerCased(text: string): string {
  return text.replace(/\p{Lu}/gu, letter => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}

/** Start and end, as `slice` takes them. */
type Span = readonly [start: number, end: number];

function spansOf(form: string, text: string): Span[] {
  const spans: Span[] = [];
  const sought = form.slice(0, soughtLength);
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    spans.push([at, Math.min(at + form.length, text.length)]);
  }
  return spans;
}

function merged(spans: readonly Span[]): readonly Span[] {
  const whole: Span[] = [];
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    const last = whole.at(-1);
    if (last && start <= last[1]) whole[whole.length - 1] = [last[0], Math.max(last[1], end)];
    else whole.push([start, end]);
  }
  return whole;
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const starts = [0, ...spans.map(([, end]) => end)];
  const ends = [...spans.map(([start]) => start), text.length];
  return starts.map((start, index) => text.slice(start, ends[index])).join(marker);
}
