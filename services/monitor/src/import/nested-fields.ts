import type { SecretSpan } from './text.ts';

/** A name, and its value in a string within a string of JSON: of JSON itself, or of a query of GraphQL. */
const inString =
  /(?<![\w.$@-])(?:\\")?([\w.$@-]{1,128})(?:\\")?\s*:\s*\\"((?:[^"\\]|\\\\(?:\\["\\]|[^"\\])|\\[^"\\])*)\\"/dg;
/** The same, percent-encoded in a url or a form. */
const inEncodedJson =
  /%22([\w.$@-]{1,128})%22(?:%20|\+)*(?:%3A|:)(?:%20|\+)*%22((?:[^%&#]|%(?!22))*)%22/dgi;
/** A parameter of a url that stands encoded in another one. */
const inEncodedUrl = /(?:%3F|%26|%23)([\w.$@-]{1,128})%3D((?:[^%&#\s]|%(?!2[0236]))*)/dgi;

/** Fields of what is a text within the text, such as a document of JSON in a string of another. */
export function nestedFields(text: string): readonly SecretSpan[] {
  return [inString, inEncodedJson, inEncodedUrl].flatMap(pattern => fieldsBy(pattern, text));
}

/** The fields whose names a pattern holds in its first group and whose values in its second. */
export function fieldsBy(pattern: RegExp, text: string): SecretSpan[] {
  return [...text.matchAll(pattern)].flatMap(({ 1: name = '', indices }) => {
    const [start, end] = indices?.[2] ?? [0, 0];
    return [{ name, start, end }];
  });
}
