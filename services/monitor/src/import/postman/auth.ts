import type { Auth } from './auth-parameters.ts';
import { type Header, headerNamed, withoutHeader } from './headers.ts';
import { hasMark, type Marked } from './marks.ts';
import { holdsExpression, knownValue, type Resolver } from './resolver.ts';
import type { AddedParameter } from './url.ts';

/** What an auth makes of a request. */
interface Authorized {
  readonly headers: readonly Header[];
  readonly parameter?: AddedParameter;
}

/** Adds what the auth sends, as Postman does: it takes the place of headers of the same name. */
export function authorized(
  auth: Auth | undefined,
  headers: readonly Header[],
  resolver: Resolver,
): Authorized {
  if (auth === undefined) return { headers };
  for (const text of auth.parameters.values()) resolver.spend(text.length);
  switch (auth.type) {
    case 'noauth':
      return { headers };
    case 'basic':
      return withAuthorization(auth, headers, resolver, basicCredentials(auth, resolver));
    case 'bearer':
      return bearer(auth, headers, resolver);
    case 'apikey':
      return apiKey(auth, headers, resolver);
    case 'oauth2':
      return oauth2(auth, headers, resolver);
    default:
      resolver.tell(
        'incomplete',
        auth.source,
        `the auth is not carried over: ${whyNot(auth.type)}`,
      );
      return { headers };
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['digest', 'digest answers what the server asks first'],
  ['ntlm', 'NTLM answers what the server asks first'],
  ['awsv4', 'AWS signs each request'],
  ['hawk', 'Hawk signs each request'],
  ['oauth1', 'OAuth 1 signs each request'],
  ['edgegrid', 'Akamai EdgeGrid signs each request'],
  ['asap', 'ASAP signs a token for each request'],
  ['jwt', 'a JWT is signed for each request'],
]);

function whyNot(type: string): string {
  return reasons.get(type) ?? `"${type.slice(0, 40)}" is not known to Picket`;
}

function bearer(auth: Auth, headers: readonly Header[], resolver: Resolver): Authorized {
  if ((auth.parameters.get('token') ?? '') === '') {
    resolver.tell('left-out', auth.source, 'the bearer auth has no token, so Postman sends none');
    return { headers };
  }
  const token = secretOf(auth, 'token', 'bearer token', resolver);
  return withAuthorization(auth, headers, resolver, `Bearer ${token}`);
}

function apiKey(auth: Auth, headers: readonly Header[], resolver: Resolver): Authorized {
  const name = resolver.resolve(auth.parameters.get('key') ?? '', auth.source);
  const given = auth.parameters.get('value') ?? '';
  if (name === '' && given === '') {
    resolver.tell('left-out', auth.source, 'the API key has neither name nor value');
    return { headers };
  }
  const value = given === '' ? '' : secretOf(auth, 'value', 'API key', resolver);
  if (auth.parameters.get('in') === 'query') {
    resolver.tell('carried', auth.source, 'the API key stands in the query');
    return { headers, parameter: { name, value } };
  }
  if (name === '') return { headers };
  if (hasMark(name)) {
    resolver.tell('incomplete', auth.source, 'the header of the API key has no name yet');
    return { headers };
  }
  resolver.tell('carried', auth.source, `the API key is the header ${name}`);
  return { headers: [...withoutHeader(headers, name), { name, value }] };
}

function oauth2(auth: Auth, headers: readonly Header[], resolver: Resolver): Authorized {
  const { parameters, source } = auth;
  if (parameters.get('tokenType')?.toLowerCase() === 'mac') {
    resolver.tell(
      'incomplete',
      source,
      'the auth is not carried over: OAuth 2 with a MAC token signs each request',
    );
    return { headers };
  }
  const token = secretOf(auth, 'accessToken', 'oauth2 access token', resolver);
  const message = 'Picket fetches no OAuth 2 token: a lasting one has to stand in the Secret';
  resolver.tell('changed', source, message);
  if (parameters.get('addTokenTo') === 'queryParams') {
    const bare = withoutHeader(headers, 'authorization');
    return { headers: bare, parameter: { name: 'access_token', value: token } };
  }
  const prefix = resolver.resolve(parameters.get('headerPrefix') ?? 'Bearer', source).trim();
  const value = prefix === '' ? token : `${prefix} ${token}`;
  return withAuthorization(auth, headers, resolver, value);
}

/**
 * User and password in base64 are one secret: no expression can encode a password when it is sent, and any
 * password stands in it.
 */
function basicCredentials({ parameters, source }: Auth, resolver: Resolver): Marked {
  const { marks } = resolver;
  const user = parameters.get('username') ?? '';
  const password = parameters.get('password') ?? '';
  const pair = `${resolver.resolve(user, source)}:${resolver.resolve(password, source)}`;
  if (pair === ':') return `Basic ${base64(pair)}`;
  const known = knownValue(marks, pair);
  if (holdsExpression(marks, pair)) {
    resolver.tell(
      'incomplete',
      source,
      'user and password cannot hold what is only known in a run',
    );
  }
  const variable = onlyVariable(password) ?? onlyVariable(user);
  const name = variable === undefined ? 'basic credentials' : `${variable} basic`;
  resolver.tell('changed', source, `"${name}" holds user and password: base64 of "user:password"`);
  const value = known === undefined ? {} : { value: base64(known) };
  return `Basic ${marks.markOf({ kind: 'value', name, isSecret: true, ...value })}`;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

function withAuthorization(
  { type, source }: Auth,
  headers: readonly Header[],
  { tell }: Resolver,
  value: Marked,
): Authorized {
  if (headerNamed(headers, 'authorization') !== undefined) {
    tell('left-out', source, `the ${type} auth takes the place of the header Authorization`);
  }
  tell('carried', source, `the ${type} auth is the header Authorization`);
  return {
    headers: [...withoutHeader(headers, 'authorization'), { name: 'Authorization', value }],
  };
}

/** A parameter as one secret, called by its variable where it is nothing else; what a run makes stays. */
function secretOf(
  { parameters, source }: Auth,
  parameter: string,
  fallback: string,
  resolver: Resolver,
): Marked {
  const { marks } = resolver;
  const text = parameters.get(parameter) ?? '';
  const name = onlyVariable(text) ?? fallback;
  const resolved = resolver.resolve(text, source);
  if (holdsExpression(marks, resolved)) return resolved;
  const value = text === '' ? undefined : knownValue(marks, resolved);
  const known = value === undefined ? {} : { value };
  return marks.markOf({ kind: 'value', name, isSecret: true, ...known });
}

function onlyVariable(text: string): string | undefined {
  return /^\{\{([^{}]+)\}\}$/.exec(text.trim())?.[1]?.trim();
}
