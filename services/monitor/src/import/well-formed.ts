import type { Draft, Text } from './draft.ts';
import type { Finding } from './finding.ts';
import { mapLiterals } from './text.ts';

/** The draft without halves of surrogate pairs, which JSON can hold but no file and no message on the wire can. */
export function wellFormed(draft: Draft): Draft {
  const { source, url, headers, body, proxyUrl } = draft;
  const texts = [url, ...headers.map(({ value }) => value), body ?? [], proxyUrl ?? []];
  const names = {
    name: draft.name.toWellFormed(),
    folders: draft.folders.map(folder => folder.toWellFormed()),
    ...(draft.description !== undefined && { description: draft.description.toWellFormed() }),
  };
  if (texts.every(isWellFormed)) return { ...draft, ...names };
  const finding: Finding = {
    fate: 'changed',
    source,
    message: 'characters that are no Unicode (lone surrogates) are sent as U+FFFD',
  };
  return {
    ...draft,
    ...names,
    url: repaired(url),
    headers: headers.map(({ name, value }) => ({ name, value: repaired(value) })),
    ...(body && { body: repaired(body) }),
    ...(proxyUrl && { proxyUrl: repaired(proxyUrl) }),
    findings: [...draft.findings, finding],
  };
}

function isWellFormed(text: Text): boolean {
  return text.every(part => typeof part !== 'string' || part.isWellFormed());
}

function repaired(text: Text): Text {
  return mapLiterals(text, literal => [literal.toWellFormed()]);
}
