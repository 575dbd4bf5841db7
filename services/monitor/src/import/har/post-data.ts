import { at } from '../../probe/problem.ts';
import { memberOf } from '../../probe/record.ts';
import type { Finding } from '../finding.ts';
import { type FormField, multipartOf } from './multipart.ts';

/** The body of a request as it was sent, as far as the recording has it. */
export interface RecordedBody {
  readonly text?: string;
  /** The type it has where no header says one. */
  readonly contentType?: string;
  readonly findings: readonly Finding[];
}

interface Recording {
  /** Where the request stands. */
  readonly source: string;
  readonly postData: unknown;
  /** The value of its Content-Type header. */
  readonly contentType: string | undefined;
  /** How many bytes were sent, where the recording says so. */
  readonly length: number | undefined;
}

/** Reads `postData`: its text, else its parameters. */
export function recordedBody({ postData, source, ...recording }: Recording): RecordedBody {
  const place = at(source, 'postData');
  const mimeType = textOf(postData, 'mimeType');
  const contentType = recording.contentType ?? mimeType;
  const added = recording.contentType === undefined && mimeType !== '' ? mimeType : undefined;
  const text = textOf(postData, 'text');
  const fields = fieldsOf(memberOf(postData, 'params'));
  const files = fields.filter(({ isFile }) => isFile);
  if (files.length > 0) {
    const names = files.map(({ name }) => JSON.stringify(name)).join(', ');
    const message = `the body holds the files of ${names}, which a recording does not keep`;
    return { findings: [{ fate: 'incomplete', source: place, message }] };
  }
  if (text !== '') {
    const { length } = recording;
    const read = textBody(postData, text, length, place);
    return { ...read, ...(added !== undefined && { contentType: added }) };
  }
  if (fields.length === 0) return missingBody(recording.length, place);
  return formBody(fields, contentType, added, place);
}

function textBody(
  postData: unknown,
  text: string,
  length: number | undefined,
  source: string,
): RecordedBody {
  const isBase64 = ['encoding', '_encoding'].some(
    name => textOf(postData, name).toLowerCase() === 'base64',
  );
  const decoded = isBase64 ? utf8Of(Buffer.from(text, 'base64')) : text;
  if (decoded === undefined || decoded.includes('\ufffd')) {
    const message = 'the body is not text, and a probe sends text only';
    return { findings: [{ fate: 'incomplete', source, message }] };
  }
  const bytes = Buffer.byteLength(decoded);
  if (length === undefined || length <= bytes) {
    const letters = length === decoded.length ? bytesAsLetters(decoded) : undefined;
    if (letters === undefined || letters === decoded) return { text: decoded, findings: [] };
    const message = 'the body is recorded a letter for each byte and is sent as those bytes';
    return { text: letters, findings: [{ fate: 'changed', source, message }] };
  }
  const message = `the body is recorded only in part: ${bytes} of ${length} bytes`;
  return { text: decoded, findings: [{ fate: 'incomplete', source, message }] };
}

/** What a text stands for whose letters are the bytes of UTF-8, as some recorders write it. */
function bytesAsLetters(text: string): string | undefined {
  if (!/^[\0-\xff]*$/.test(text)) return undefined;
  return utf8Of(Buffer.from(text, 'latin1'));
}

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function missingBody(length: number | undefined, source: string): RecordedBody {
  if (length === undefined || length === 0) return { findings: [] };
  const message = `the body of ${length} bytes is not in the recording`;
  return { findings: [{ fate: 'incomplete', source, message }] };
}

function formBody(
  fields: readonly FormField[],
  contentType: string,
  added: string | undefined,
  source: string,
): RecordedBody {
  if (/^multipart\/form-data/i.test(contentType)) {
    const { body, contentType: written } = multipartOf(fields, contentType);
    const isGiven = written === contentType && added === undefined;
    return { text: body, ...(!isGiven && { contentType: written }), findings: [rebuilt(source)] };
  }
  const form = new URLSearchParams(
    fields.map(({ name, value }): [string, string] => [name, value]),
  );
  return {
    text: form.toString(),
    ...(added !== undefined && { contentType: added }),
    findings: [rebuilt(source)],
  };
}

function rebuilt(source: string): Finding {
  const message = 'the body is written anew from its parameters: its text is not in the recording';
  return { fate: 'changed', source, message };
}

function fieldsOf(params: unknown): (FormField & { readonly isFile: boolean })[] {
  return (Array.isArray(params) ? params : []).flatMap((param: unknown) => {
    const name = memberOf(param, 'name');
    if (typeof name !== 'string') return [];
    const isFile = textOf(param, 'fileName') !== '';
    return [{ name, value: textOf(param, 'value'), isFile }];
  });
}

function textOf(value: unknown, name: string): string {
  const text = memberOf(value, name);
  return typeof text === 'string' ? text : '';
}
