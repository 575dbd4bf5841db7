import { at } from '../../probe/problem.ts';
import { isRecord, memberOf } from '../../probe/record.ts';
import { encoded } from './derive.ts';
import type { Fields } from './fields.ts';
import { joined, joinedBy, type Parts } from './parts.ts';
import type { Reading } from './reading.ts';
import { quoted } from './telling.ts';

export interface BodySource {
  readonly body: Fields;
  readonly method: string;
  /** Whether its templates are filled in: a setting of the request. */
  readonly isRendered: boolean;
}

export interface SentBody {
  /** Empty: nothing is sent. */
  readonly parts: Parts;
  /** What the Content-Type is, whatever the headers say. */
  readonly contentType?: string;
}

const boundary = 'X-INSOMNIA-BOUNDARY';

/** The bytes that Insomnia sends. The Content-Type of most bodies stands in the headers alone. */
export function bodyOf({ body, method, isRendered }: BodySource, reading: Reading): SentBody {
  const textOf = (fields: Fields, name: string): Parts =>
    isRendered ? reading.text(fields, name) : joined([[fields.text(name)]]);
  const mimeType = body.optionalText('mimeType');
  const params = body.list('params').filter(param => !param.flag('disabled', false));
  if (mimeType === 'application/x-www-form-urlencoded') {
    const pairs = params.map(param =>
      joined([
        encoded(textOf(param, 'name'), formEncoded),
        ['='],
        encoded(textOf(param, 'value'), formEncoded),
      ]),
    );
    const parts = joinedBy('&', pairs);
    tellUnknown(parts, body.place, reading);
    return { parts };
  }
  if (mimeType === 'multipart/form-data') {
    const contentType = `multipart/form-data; boundary=${boundary}`;
    return { parts: multipart(params, textOf, reading), contentType };
  }
  const fileName = body.text('fileName');
  if (fileName !== '') {
    reading.tell(
      'incomplete',
      at(body.place, 'fileName'),
      `the body is the file ${quoted(fileName)}`,
    );
    return { parts: [] };
  }
  if (mimeType === undefined && !['POST', 'PUT', 'PATCH'].includes(method.toUpperCase())) {
    return { parts: [] };
  }
  const text = body.text('text');
  const written = mimeType === 'application/graphql' ? graphQl(text) : text;
  const place = at(body.place, 'text');
  return { parts: isRendered ? reading.render(written, place) : joined([[written]]) };
}

/** Tells of values among what is percent-encoded that are only known later. */
export function tellUnknown(parts: Parts, place: string, reading: Reading): void {
  for (const part of parts) {
    if (typeof part === 'string' || part.kind === 'expression') continue;
    if (part.kind === 'response') {
      reading.tell('changed', place, 'what comes from a response is not percent-encoded');
    } else if (part.value === undefined) {
      const message = `the value ${quoted(part.name)} has to be given percent-encoded`;
      reading.tell('changed', place, message);
    }
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** Insomnia parts `#}`, which ends a comment of its templates, and writes the JSON anew. */
function graphQl(text: string): string {
  const request = parsed(text);
  const query = memberOf(request, 'query');
  if (!isRecord(request) || typeof query !== 'string') return text;
  return JSON.stringify({ ...request, query: query.replaceAll('#}', '# }') });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // It is sent as it is, for the server to complain.
    return undefined;
  }
}

function multipart(
  params: readonly Fields[],
  textOf: (fields: Fields, name: string) => Parts,
  reading: Reading,
): Parts {
  const pieces = params.flatMap((param): Parts[] => {
    const name = textOf(param, 'name');
    const value = textOf(param, 'value');
    const fileName = param.text('fileName');
    if (name.length === 0 && value.length === 0 && fileName === '') return [];
    if (param.text('type') === 'file' && fileName !== '') {
      reading.tell(
        'incomplete',
        param.place,
        `a field of the form is the file ${quoted(fileName)}`,
      );
      return [];
    }
    const type = typeOfPart(param);
    return [
      joined([
        [`--${boundary}\r\nContent-Disposition: form-data; name="`],
        name,
        [`"\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`],
        value,
        ['\r\n'],
      ]),
    ];
  });
  return joined([...pieces, [`--${boundary}--\r\n`]]);
}

/** `multiline` is the media type of a text of several lines; `true` in old exports. */
function typeOfPart(param: Fields): string | undefined {
  const multiline = param.optionalText('multiline');
  return multiline === 'true' || multiline === 'false' ? undefined : multiline;
}
