import { createHash } from 'node:crypto';
import { isCredentialName } from '../credential-name.ts';
import { bodyPath } from '../json-path.ts';
import { derived } from './derive.ts';
import { type Parts, plainOf } from './parts.ts';
import { quoted, type Telling } from './telling.ts';

interface TagContext {
  readonly telling: Telling;
  /** Name of the request of that id, where the file has one. */
  nameOfRequest(id: string): string | undefined;
}

/** What a tag of Insomnia stands for; undefined where Picket has nothing like it. */
type Evaluate = (args: readonly Parts[], context: TagContext) => Parts | undefined;

const tags: ReadonlyMap<string, Evaluate> = new Map([
  ['uuid', uuid],
  ['now', now],
  ['faker', faker],
  ['base64', base64],
  ['hash', hash],
  ['response', response],
  ['prompt', prompt],
]);

/** What stands in the place of a tag, and tells of what is not as in Insomnia. */
export function evaluateTag(
  name: string,
  args: readonly Parts[] | undefined,
  context: TagContext,
): Parts {
  const result = args && tags.get(name)?.(args, context);
  if (result) return result;
  const known = name.replaceAll(/[^\w-]/g, '').slice(0, 40);
  const detail = plainOf(args?.[0] ?? []) ?? '';
  const field = /^[\w-]{1,40}$/.test(detail) ? `${known}_${detail}` : known;
  context.telling.tell(
    'incomplete',
    `the tag \`${known}\` cannot be worked out here: give what it stands for as the value ${quoted(field)}`,
  );
  return [{ kind: 'value', name: field, isSecret: !told.has(known) }];
}

/** Tags that give nothing that is secret; of any other it is not known. */
const told: ReadonlySet<string> = new Set(['os', 'now', 'timestamp', 'uuid', 'faker', 'request']);

const expression = (text: string): Parts => [{ kind: 'expression', expression: text }];

function uuid([version]: readonly Parts[], { telling }: TagContext): Parts {
  if (version && plainOf(version) === 'v1') {
    telling.tell('changed', 'the UUID is of version 4, not 1');
  }
  return expression('uuid');
}

function now([format = ['iso-8601']]: readonly Parts[]): Parts | undefined {
  switch (plainOf(format)?.toLowerCase()) {
    case 'iso-8601':
      return expression('isodate');
    case 'unix':
    case 'seconds':
    case 's':
      return expression('timestamp');
    default:
      return undefined;
  }
}

const fakes: ReadonlyMap<string, string> = new Map([
  ['guid', 'uuid'],
  ['randomUUID', 'uuid'],
  ['timestamp', 'timestamp'],
  ['isoTimestamp', 'isodate'],
  ['randomAlphaNumeric', 'alphaNumeric 1'],
  ['randomInt', 'number 0 1000'],
  ['randomColor', 'color'],
  ['randomCountryCode', 'countryCode'],
  ['randomCurrencyCode', 'currency'],
  ['randomEmail', 'email'],
  ['randomExampleEmail', 'email'],
  ['randomFullName', 'fullName'],
  ['randomLatitude', 'latitude'],
  ['randomLongitude', 'longitude'],
  ['randomLoremLines', 'lines'],
  ['randomWord', 'word'],
  ['randomWords', 'words'],
]);

function faker([name = []]: readonly Parts[], { telling }: TagContext): Parts | undefined {
  const fake = fakes.get(plainOf(name) ?? '');
  if (fake === undefined) return undefined;
  telling.tell('carried', `random data of Insomnia is random data of Picket: \`${fake}\``);
  return expression(fake);
}

function base64([action = [], kind = [], text = ['']]: readonly Parts[]): Parts | undefined {
  const what = `${plainOf(action)} ${plainOf(kind)}`;
  const change = base64Changes.get(what);
  return change && derived(text, 'base64', change);
}

const base64Changes: ReadonlyMap<string, (text: string) => string> = new Map([
  ['encode normal', text => Buffer.from(text).toString('base64')],
  ['encode url', text => Buffer.from(text).toString('base64url')],
  ['encode hex', text => Buffer.from(text, 'hex').toString('base64')],
  ['decode normal', text => Buffer.from(text, 'base64').toString()],
  ['decode url', text => Buffer.from(text, 'base64url').toString()],
  ['decode hex', text => Buffer.from(text, 'base64').toString('hex')],
]);

function hash([algorithm = [], encoding = [], text = ['']]: readonly Parts[]): Parts | undefined {
  const name = plainOf(algorithm)?.toLowerCase() ?? '';
  const form = plainOf(encoding);
  if (!['md5', 'sha1', 'sha256', 'sha512'].includes(name)) return undefined;
  if (form !== 'hex' && form !== 'base64') return undefined;
  return derived(text, name, value => createHash(name).update(value).digest(form));
}

function response(args: readonly Parts[], { telling, nameOfRequest }: TagContext) {
  const [field = '', requestId = '', filter = ''] = args.map(arg => plainOf(arg) ?? '');
  const name = nameOfRequest(requestId);
  if (name === undefined) {
    telling.tell('incomplete', 'it reads the response of a request that is not in the file');
    return undefined;
  }
  const path = responsePath(field, filter);
  if (path === undefined) {
    telling.tell(
      'incomplete',
      `it reads the response of ${quoted(name)} by a filter that Picket cannot follow`,
    );
    return undefined;
  }
  telling.tell('carried', `it reads the response of ${quoted(name)}, sent before it in each run`);
  if (field === 'raw') {
    telling.tell('changed', `the response of ${quoted(name)} is written anew where it is JSON`);
  }
  return [{ kind: 'response' as const, requestId, path }];
}

function responsePath(field: string, filter: string): string | undefined {
  if (field === 'raw') return '.body';
  if (field === 'header') {
    const header = filter.trim();
    return /^[\w-]+$/.test(header) ? `.headers.${header}` : undefined;
  }
  const path = field === 'body' ? bodyPath(filter) : undefined;
  return path === undefined ? undefined : `.body${path}`;
}

function prompt(args: readonly Parts[], { telling }: TagContext): Parts {
  const [title = '', label = '', , , mask] = args.map(arg => plainOf(arg) ?? '');
  const name = title || label || 'prompt';
  telling.tell('changed', `Insomnia asks for ${quoted(name)}: give it as a value`);
  return [{ kind: 'value', name, isSecret: mask === 'true' || isCredentialName(name) }];
}
