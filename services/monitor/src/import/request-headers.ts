import { canDecompress } from '../protocol/http/decompress.ts';
import type { DraftHeader, Text } from './draft.ts';
import type { Finding } from './finding.ts';
import { outlineOf } from './text.ts';

/** Where the request goes and what it carries, as far as headers must agree with it. */
interface Message {
  /** Where it stands in the file, for findings. */
  readonly source: string;
  /** Host and port of the url as they are sent; undefined where they are not known yet. */
  readonly authority: string | undefined;
  /** Bytes of the body; undefined where they are not known yet. */
  readonly length: number | undefined;
}

/** Headers a probe can have: no name twice, none that Picket sets itself. */
export interface CarriedHeaders {
  readonly headers: readonly DraftHeader[];
  readonly findings: readonly Finding[];
}

/** Fields of a connection, which is Picket's own: HTTP/2 has none of them. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
]);

/** Fields that hold one value, in which a comma is no separator. */
const single: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-location',
  'content-type',
  'date',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-range',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'origin',
  'proxy-authorization',
  'referer',
  'user-agent',
]);

/** The headers of a request as a probe has them. */
export function carriedHeaders(headers: readonly DraftHeader[], message: Message): CarriedHeaders {
  const isUpgrade = headers.some(({ name }) => name.toLowerCase() === 'upgrade');
  const findings: Finding[] = [];
  const tell = (fate: Finding['fate'], text: string) =>
    findings.push({ fate, source: message.source, message: text });
  const kept = headers.filter(({ name, value }) => {
    const lower = name.toLowerCase();
    // Pseudo fields of HTTP/2 say again what method and url say.
    if (lower.startsWith(':')) return false;
    if (lower === 'host') return outlineOf(value).toLowerCase() !== message.authority;
    if (lower === 'content-length') {
      const isRight = Number(outlineOf(value)) === message.length;
      if (!isRight && message.length !== undefined && /^\d+$/.test(outlineOf(value))) {
        tell(
          'changed',
          `Content-Length is that of the body, ${message.length}, not ${outlineOf(value)}`,
        );
      }
      return false;
    }
    if (lower === 'transfer-encoding') {
      tell('changed', 'the body is sent whole with its Content-Length, not with Transfer-Encoding');
      return false;
    }
    return !ofConnection.has(lower) || (isUpgrade && lower === 'connection');
  });
  const groups = Map.groupBy(kept, ({ name }) => name.toLowerCase());
  const merged = [...groups]
    .map(([lower, same]) => mergedHeader(lower, same, tell))
    .map(header =>
      header.name.toLowerCase() === 'accept-encoding' ? decodable(header, tell) : header,
    );
  return { headers: merged, findings };
}

function mergedHeader(
  lower: string,
  same: readonly DraftHeader[],
  tell: (fate: Finding['fate'], text: string) => void,
): DraftHeader {
  const [first = { name: lower, value: [] }, ...more] = same;
  if (more.length === 0) return first;
  const isRepeated = new Set(same.map(({ value }) => JSON.stringify(value))).size === 1;
  if (single.has(lower)) {
    if (isRepeated) tell('changed', `the header ${first.name}, given twice alike, is sent once`);
    else
      tell(
        'incomplete',
        `the header ${first.name} is given ${same.length} times, which a probe cannot send; only the first is kept`,
      );
    return first;
  }
  const separator = lower === 'cookie' ? '; ' : ', ';
  tell(
    'changed',
    `the header ${first.name}, given ${same.length} times, is sent once with its values joined by "${separator.trim()}"`,
  );
  return { name: first.name, value: joinedBy(separator, same) };
}

/** Only what can be unpacked is asked for: browsers know more. */
function decodable(
  header: DraftHeader,
  tell: (fate: Finding['fate'], text: string) => void,
): DraftHeader {
  const codings = outlineOf(header.value)
    .split(',')
    .map(coding => coding.trim());
  if (header.value.some(part => typeof part !== 'string')) return header;
  const foreign = codings.filter(coding => {
    const [name = ''] = coding.split(';');
    return !/^(?:\*|identity|)$/i.test(name.trim()) && !canDecompress(name.trim());
  });
  if (foreign.length === 0) return header;
  const known = codings.filter(coding => !foreign.includes(coding)).join(', ') || 'identity';
  tell('changed', `Accept-Encoding is ${known}: Picket cannot unpack ${foreign.join(', ')}`);
  return { name: header.name, value: [known] };
}

function joinedBy(separator: string, headers: readonly DraftHeader[]): Text {
  return headers.flatMap(({ value }, index) => (index === 0 ? value : [separator, ...value]));
}
