import type { Response } from '../protocol/result.ts';
import { ownValue } from './own-value.ts';
import type { Mistake } from './parse.ts';
import type { Scope } from './scope.ts';
import { secretLeaves } from './secret-leaves.ts';
import { didYouMean } from './suggestion.ts';

/** Names with their fields; one without fields is a value itself. */
export type Names = ReadonlyMap<string, readonly string[]>;

/** What the place a template stands in lets it read. */
export interface Readable {
  /** Messages may also read the response, probe and alert they tell of; or `env` and names of the place's own. */
  readonly allow: 'request' | 'message' | Names;
  /** Names that `env` has; undefined where they are not known yet, so that none is refused. */
  readonly env: ReadonlySet<string> | undefined;
  /** How many requests come before this one: their responses may be read. */
  readonly responses: number;
}

/** Reads one value of a scope, `undefined` where it is not there, and tells the scope of it where it is secret. */
export interface Reference {
  /** Index of the request whose response it reads. */
  readonly reads?: number;
  readonly valueIn: (scope: Scope) => unknown;
}

type Root = (path: readonly string[], readable: Readable) => Reference | Mistake;

const anyDepth = Number.POSITIVE_INFINITY;

/** How many keys may follow a field of a response. */
const responseFields: ReadonlyMap<string, number> = new Map(
  Object.entries({
    status: 0,
    statusText: 0,
    time: 0,
    size: 0,
    headers: 1,
    body: anyDepth,
    data: anyDepth,
    config: anyDepth,
  } satisfies Record<keyof Response, number>),
);

const requestRoots: ReadonlyMap<string, Root> = new Map([
  ['env', envReference],
  ['responses', responsesReference],
]);

const messageRoots: ReadonlyMap<string, Root> = new Map([
  ...requestRoots,
  ['response', messageResponse],
  ['probe', named('probe', ['id', 'name'])],
  ['alert', named('alert', ['name', 'assertion'])],
]);

/** The names references may begin with. */
export function rootsOf({ allow }: Readable): ReadonlyMap<string, Root> {
  if (allow === 'message') return messageRoots;
  if (allow === 'request') return requestRoots;
  const own = Array.from(allow, ([name, fields]) => [name, ownRoot(name, fields)] as const);
  return new Map([['env', envReference], ...own]);
}

/** Why a name that is no root here could have been meant as one. */
export function misplacedRoot(name: string, { allow }: Readable): Mistake | undefined {
  if (typeof allow === 'object' || !messageRoots.has(name)) return undefined;
  return {
    message: `\`${name}\` can only be read in the message of an alert`,
    ...(name === 'response' && { hint: '`responses.[0]` is the response of the first request' }),
  };
}

function envReference(path: readonly string[], { env }: Readable): Reference | Mistake {
  const [name] = path;
  if (name === undefined || path.length > 1) {
    return { message: '`env` takes one name', hint: 'write it as `{{ env.NAME }}`' };
  }
  if (env && !env.has(name)) {
    return {
      message: `\`env\` has no \`${name}\``,
      hint: didYouMean(name, env) ?? 'add it to the `env` of the probe',
    };
  }
  return { valueIn: scope => told(ownValue(scope.env, path), scope) };
}

function responsesReference(path: readonly string[], readable: Readable): Reference | Mistake {
  const [position = '', ...rest] = path;
  if (!/^(0|[1-9]\d*)$/.test(position)) {
    return {
      message: '`responses` takes the index of an earlier request',
      hint: 'write it as `{{ responses.[0].data.id }}`',
    };
  }
  const reads = Number(position);
  if (reads >= readable.responses) return tooLate(position, readable);
  const field = responsePath(`responses.[${position}]`, rest);
  if ('message' in field) return field;
  const valueIn = (scope: Scope) => ownValue(scope.responses[reads], field.path);
  // A message is there to be read: what a request took from a response is secret already.
  if (readable.allow === 'message') return { reads, valueIn };
  return { reads, valueIn: scope => told(valueIn(scope), scope) };
}

function told(value: unknown, scope: Scope): unknown {
  for (const secret of secretLeaves(value)) scope.onSecret(secret);
  return value;
}

function tooLate(position: string, { responses }: Readable): Mistake {
  const last = responses - 1;
  return {
    message: `\`responses.[${position}]\` is not the response of an earlier request`,
    hint:
      responses === 0
        ? 'no request comes before this one'
        : `the last one that can be read here is \`responses.[${last}]\``,
  };
}

function messageResponse(path: readonly string[]): Reference | Mistake {
  const field = responsePath('response', path);
  if ('message' in field) return field;
  return { valueIn: scope => ownValue(scope.response, field.path) };
}

/** Checks the path inside a response; header names are in lower case there, so any case will do here. */
function responsePath(
  what: string,
  path: readonly string[],
): { path: readonly string[] } | Mistake {
  const [field, ...rest] = path;
  const names = [...responseFields.keys()];
  if (field === undefined) {
    return { message: `\`${what}\` needs a field`, hint: `one of ${names.join(', ')}` };
  }
  const depth = responseFields.get(field);
  if (depth === undefined) {
    return {
      message: `a response has no \`${field}\``,
      hint: didYouMean(field, names) ?? `it has ${names.join(', ')}`,
    };
  }
  if (rest.length > depth) {
    const inner = rest.slice(depth).join('.');
    return { message: `\`${what}.${field}\` holds no \`${inner}\`` };
  }
  return { path: field === 'headers' ? [field, ...rest.map(key => key.toLowerCase())] : path };
}

function named(root: 'probe' | 'alert', fields: readonly string[]): Root {
  return path =>
    fieldMistake(root, fields, path) ?? { valueIn: scope => ownValue(scope[root], path) };
}

/** A name of the place's own: its values come with the scope. */
function ownRoot(name: string, fields: readonly string[]): Root {
  const mistake = (path: readonly string[]): Mistake | undefined => {
    if (fields.length > 0) return fieldMistake(name, fields, path);
    if (path.length === 0) return undefined;
    return { message: `\`${name}\` holds no \`${path.join('.')}\`` };
  };
  return path => mistake(path) ?? { valueIn: scope => ownValue(scope.values, [name, ...path]) };
}

function fieldMistake(
  root: string,
  fields: readonly string[],
  path: readonly string[],
): Mistake | undefined {
  const [field, ...rest] = path;
  if (field !== undefined && fields.includes(field) && rest.length === 0) return undefined;
  const list = fields.map(each => `\`${root}.${each}\``).join(' or ');
  return { message: `\`${[root, ...path].join('.')}\` is not known`, hint: `write ${list}` };
}
