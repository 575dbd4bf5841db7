import { at } from '../../probe/problem.ts';
import { isRecord } from '../../probe/record.ts';
import { type Complain, isDisabled, type JsonObject, kindOf, listAt, textOf } from './reading.ts';

/** A url of a collection as one text, its variables still in braces. */
export function unparsedUrl(value: unknown, path: string, complain: Complain): string {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) {
    complain(path, value === undefined ? 'is missing' : `must be a url, not ${kindOf(value)}`);
    return '';
  }
  const hasParts = value.host !== undefined && value.host !== null;
  if (!hasParts && typeof value.raw === 'string') return value.raw;
  return joinedUrl(value, path, complain);
}

function joinedUrl(url: JsonObject, path: string, complain: Complain): string {
  const { protocol, port, hash } = url;
  const scheme = textOf(protocol);
  const query = queryOf(url.query, at(path, 'query'), complain);
  return [
    scheme === '' || scheme.endsWith('://') ? scheme : `${scheme}://`,
    userinfoOf(url.auth),
    joined(url.host, '.', at(path, 'host'), complain) ?? '',
    port === undefined || port === null || port === '' ? '' : `:${textOf(port)}`,
    pathOf(url, path, complain),
    query === undefined ? '' : `?${query}`,
    typeof hash === 'string' ? `#${hash}` : '',
  ].join('');
}

function userinfoOf(auth: unknown): string {
  if (!isRecord(auth)) return '';
  const { user, password } = auth;
  if (typeof user !== 'string' && typeof password !== 'string') return '';
  return typeof password === 'string' ? `${textOf(user)}:${password}@` : `${textOf(user)}@`;
}

/** Host and path come as one text or in pieces, which may be objects with a value. */
function joined(
  value: unknown,
  separator: string,
  path: string,
  complain: Complain,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  return listAt(value, path, complain).map(pieceOf).join(separator);
}

const pieceOf = (piece: unknown) => textOf(isRecord(piece) ? piece.value : piece);

function pathOf(url: JsonObject, path: string, complain: Complain): string {
  const whole = joined(url.path, '/', at(path, 'path'), complain);
  if (whole === undefined) return '';
  const values = pathVariables(url.variable, at(path, 'variable'), complain);
  const segments = whole.replace(/^\//, '').split('/');
  return `/${segments.map(segment => segmentOf(segment, values)).join('/')}`;
}

/** `:id` or `:id.json`: the value of the path variable, what stands behind it kept. */
function segmentOf(segment: string, values: ReadonlyMap<string, string>): string {
  const [, name] = /^:([^.]+)/.exec(segment) ?? [];
  if (name === undefined) return segment;
  const value = values.get(name) ?? '';
  return value === '' ? segment : value + segment.slice(name.length + 1);
}

function pathVariables(
  value: unknown,
  path: string,
  complain: Complain,
): ReadonlyMap<string, string> {
  const entries = listAt(value, path, complain).filter(isRecord);
  return new Map(
    entries
      .filter(entry => !isDisabled(entry))
      .map(entry => [textOf(entry.key ?? entry.id), textOf(entry.value)]),
  );
}

function queryOf(value: unknown, path: string, complain: Complain): string | undefined {
  if (typeof value === 'string') return value;
  const pairs = isRecord(value)
    ? Object.entries(value).map(([key, each]) => ({ key, value: each }))
    : listAt(value, path, complain);
  const sent = pairs.filter(pair => pair !== null && !isDisabled(pair));
  return sent.length === 0 ? undefined : sent.map(parameterOf).join('&');
}

/** A parameter whose value is null stands without its `=`. */
function parameterOf(pair: unknown): string {
  if (!isRecord(pair)) return textOf(pair);
  const { key, value } = pair;
  const name = outsideVariables(textOf(key), /[&#=]/g);
  if (value === undefined || value === null) return name;
  return `${name}=${outsideVariables(textOf(value), /[&#]/g)}`;
}

/** Encodes what would cut the url elsewhere when it is read again, but not in the names of variables. */
function outsideVariables(text: string, letters: RegExp): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) =>
      index % 2 === 1 ? piece : piece.replaceAll(letters, letter => encodeURIComponent(letter)),
    )
    .join('');
}
