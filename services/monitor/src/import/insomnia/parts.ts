import type { Reference, Text, ValueReference } from '../draft.ts';

/** What another request answered, by the id that Insomnia knows that request by. */
interface ResponseReference {
  readonly kind: 'response';
  readonly requestId: string;
  /** Behind `responses.[n]`: `.body.token`. */
  readonly path: string;
}

/** A text before it is known where the responses it reads stand in the probe. */
export type Part = string | Reference | ResponseReference;
export type Parts = readonly Part[];

/** The parts one after the other, strings beside each other as one. */
export function joined(lists: readonly Parts[]): Parts {
  const all: Part[] = [];
  let run = '';
  for (const part of lists.flat()) {
    if (typeof part === 'string') {
      run += part;
      continue;
    }
    if (run !== '') all.push(run);
    run = '';
    all.push(part);
  }
  return run === '' ? all : [...all, run];
}

export function joinedBy(separator: string, lists: readonly Parts[]): Parts {
  return joined(lists.flatMap((parts, index) => (index === 0 ? [parts] : [[separator], parts])));
}

/** The text where nothing in it has to be filled in. */
export function plainOf(parts: Parts): string | undefined {
  return parts.every(part => typeof part === 'string') ? parts.join('') : undefined;
}

/** The text with the values of its references; undefined where one has none yet. */
export function knownOf(parts: Parts): string | undefined {
  const values = parts.map(part => (typeof part === 'string' ? part : valueOfPart(part)));
  return values.every(value => value !== undefined) ? values.join('') : undefined;
}

/** The text with the values of its references, and nothing where one has none. */
export function knownPartOf(parts: Parts): string {
  return parts.map(part => (typeof part === 'string' ? part : (valueOfPart(part) ?? ''))).join('');
}

function valueOfPart(part: Exclude<Part, string>): string | undefined {
  return part.kind === 'value' ? part.value : undefined;
}

export function referencesOf(parts: Parts): readonly ValueReference[] {
  return parts.filter(part => typeof part === 'object' && part.kind === 'value');
}

/** Cuts at the first place, in what is plain text, that the separator matches; it stands in neither piece. */
export function cut(parts: Parts, separator: string): readonly [Parts, Parts?] {
  for (const [index, part] of parts.entries()) {
    const place = typeof part === 'string' ? part.indexOf(separator) : -1;
    if (typeof part !== 'string' || place === -1) continue;
    return [
      joined([parts.slice(0, index), [part.slice(0, place)]]),
      joined([[part.slice(place + separator.length)], parts.slice(index + 1)]),
    ];
  }
  return [parts];
}

/** The pieces between all separators in what is plain text. */
export function split(parts: Parts, separator: string): readonly Parts[] {
  const pieces: Part[][] = [[]];
  for (const part of parts) {
    const [first = part, ...rest] = typeof part === 'string' ? part.split(separator) : [part];
    pieces.at(-1)?.push(first);
    for (const piece of rest) pieces.push([piece]);
  }
  return pieces.map(piece => joined([piece]));
}

export function trimmed(parts: Parts): Parts {
  const last = parts.length - 1;
  const pieces = parts.map((part, index) => {
    if (typeof part !== 'string') return part;
    const start = index === 0 ? part.trimStart() : part;
    return index === last ? start.trimEnd() : start;
  });
  return joined([pieces]);
}

/** The text for the probe; `placeOf` tells where the response of a request stands among those it comes after. */
export function textOf(parts: Parts, placeOf: (requestId: string) => number): Text {
  return parts.map(part =>
    typeof part === 'object' && part.kind === 'response'
      ? { kind: 'expression', expression: `responses.[${placeOf(part.requestId)}]${part.path}` }
      : part,
  );
}
