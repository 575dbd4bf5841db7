import { PrepareError } from '../../errors.ts';
import type { HttpEntry } from './entry.ts';
import { formOf } from './form.ts';

export interface EncodedBody {
  readonly bytes: Buffer;
  /** Sent where the author set no Content-Type. */
  readonly contentType?: string;
}

/** The bytes of a body: a string as it is, an object as JSON, or as a form under that Content-Type. */
export function encodeBody(
  body: NonNullable<HttpEntry['body']>,
  contentType: string | undefined,
): EncodedBody {
  if (typeof body === 'string') return { bytes: Buffer.from(body) };
  if (isForm(contentType)) return { bytes: Buffer.from(formOf(body)) };
  return { bytes: Buffer.from(jsonOf(body)), contentType: 'application/json' };
}

function isForm(contentType = ''): boolean {
  const [mediaType = ''] = contentType.split(';');
  return mediaType.trim().toLowerCase() === 'application/x-www-form-urlencoded';
}

function jsonOf(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new PrepareError(20, 'the body cannot be written as JSON', { cause });
  }
}
