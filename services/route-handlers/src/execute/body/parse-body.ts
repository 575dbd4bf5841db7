import { Malformed } from '../../malformed.ts';
import { bodyKindOf } from './media-type.ts';
import { parseForm } from './parse-form.ts';
import { parseJson } from './parse-json.ts';
import { parseMultipart } from './parse-multipart.ts';

/** A body, read; `text` where its values came as text, which schemas may turn into numbers and the like. */
export interface ParsedBody {
  readonly value: unknown;
  readonly from: 'text' | 'json';
}

/**
 * Reads a whole body by its content type: JSON, `+json`, an URL-encoded form or multipart. An empty one of
 * whatever type is {}. Throws, or rejects with, `Malformed` for any other type and for what can't be read.
 */
export function parseBody(
  contentType: string | undefined,
  bytes: Uint8Array,
): ParsedBody | Promise<ParsedBody> {
  if (bytes.length === 0) return { value: {}, from: 'json' };
  if (contentType === undefined) throw new Malformed('a body without a content type');
  switch (bodyKindOf(contentType)) {
    case 'json':
      return { value: parseJson(bytes), from: 'json' };
    case 'form':
      return { value: parseForm(bytes), from: 'text' };
    case 'multipart':
      return parseMultipart(contentType, bytes).then(value => ({ value, from: 'text' }));
    case undefined:
      throw new Malformed(`content type ${contentType} is not read`);
  }
}
