import { isCredentialName } from '../credential-name.ts';
import type { Folder, PlacedRequest } from './collection.ts';
import type { Fields } from './fields.ts';
import { parseOutput } from './parse-expression.ts';
import { joined, knownOf, type Parts, plainOf, trimmed } from './parts.ts';
import type { Reading } from './reading.ts';
import type { Parameter } from './request-url.ts';
import { quoted } from './telling.ts';

/** What an authentication adds to a request. */
export interface Credentials {
  readonly header?: { readonly name: string; readonly value: Parts };
  readonly parameter?: Parameter;
}

/** Access tokens that Insomnia has stored, by the id of the request or folder they are for. */
export type StoredTokens = ReadonlyMap<string, string>;

/** The authentication of a request, else of the innermost folder that has one. */
export function credentialsOf(
  request: PlacedRequest,
  reading: Reading,
  tokens: StoredTokens,
): Credentials {
  const owner = [request, ...request.folders.toReversed()].find(hasAuthentication);
  if (!owner) return {};
  const fields = owner.fields.mapping('authentication');
  const type = typeOf(fields);
  const make = types.get(type);
  if (type !== 'none' && 'name' in owner) {
    reading.tell(
      'carried',
      fields.place,
      `the authentication is that of the folder ${quoted(owner.name)}`,
    );
  }
  if (!make) {
    const name = type.replaceAll(/[^\w.-]/g, '').slice(0, 40);
    reading.tell(
      'incomplete',
      fields.place,
      `authentication of type ${quoted(name)} is not in Picket`,
    );
    return {};
  }
  return make(fields, reading, tokens.get(owner.id));
}

function hasAuthentication({ fields }: PlacedRequest | Folder): boolean {
  const authentication = fields.mapping('authentication');
  return typeOf(authentication) !== '' && !authentication.flag('disabled', false);
}

/** Old exports have no type where it is basic. */
function typeOf(authentication: Fields): string {
  const type = authentication.text('type');
  return type === '' && authentication.text('username') !== '' ? 'basic' : type;
}

type Make = (fields: Fields, reading: Reading, stored: string | undefined) => Credentials;

const types: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['none', () => ({})],
  ['basic', basic],
  ['bearer', bearer],
  ['apikey', apiKey],
  ['oauth2', oauth2],
]);

/** No expression can encode in base64, so the encoded pair is one value. */
function basic(fields: Fields, reading: Reading): Credentials {
  const pair = joined([reading.text(fields, 'username'), [':'], reading.text(fields, 'password')]);
  const encoding = fields.flag('useISO88591', false) ? 'latin1' : 'utf8';
  if (!pair.every(part => typeof part === 'string' || part.kind === 'value')) {
    const message =
      'the user or password changes in each run, which basic authentication cannot hold';
    reading.tell('incomplete', fields.place, message);
    return {};
  }
  const known = knownOf(pair);
  if (known === ':') return authorization([`Basic ${base64(known, encoding)}`]);
  const variable = onlyVariable(fields.text('password')) ?? onlyVariable(fields.text('username'));
  const name = variable === undefined ? 'basic credentials' : `${variable} basic`;
  const message = `${quoted(name)} holds user and password: base64 of "user:password"`;
  reading.tell('changed', fields.place, message);
  const secret = { kind: 'value', name, isSecret: true } as const;
  if (known === undefined) return authorization(['Basic ', secret]);
  return authorization(['Basic ', { ...secret, value: base64(known, encoding) }]);
}

/** The variable of a text that is nothing else. */
function onlyVariable(template: string): string | undefined {
  const output = /^\{\{([^{}]*)\}\}$/.exec(template.trim());
  const operand = parseOutput(output?.[1] ?? '')?.operand;
  return operand?.kind === 'variable' ? operand.path.join('.') : undefined;
}

function base64(text: string, encoding: 'latin1' | 'utf8'): string {
  return Buffer.from(text, encoding).toString('base64');
}

function bearer(fields: Fields, reading: Reading): Credentials {
  const token = trimmed(reading.text(fields, 'token'));
  if (token.length === 0) return {};
  return prefixed(trimmed(reading.text(fields, 'prefix')), asSecret(token, 'bearer token'));
}

function apiKey(fields: Fields, reading: Reading): Credentials {
  const place = fields.text('addTo');
  const key = reading.plain(fields, 'key');
  if (key === undefined || key === '') return {};
  const name = isCredentialName(key) ? key : `${key}_api_key`;
  const value = asSecret(reading.text(fields, 'value'), name);
  if (place === 'queryParams') return { parameter: { name: [key], value } };
  if (place === 'cookie')
    return { header: { name: 'Cookie', value: joined([[`${key}=`], value]) } };
  return { header: { name: key, value } };
}

/** The token is asked for by the app, at the time it is needed. */
function oauth2(fields: Fields, reading: Reading, stored: string | undefined): Credentials {
  const message = 'Picket fetches no OAuth 2 token: a lasting one has to stand in the Secret';
  reading.tell('changed', fields.place, message);
  const isKnown = stored !== undefined && stored !== '';
  const value = { kind: 'value', name: 'oauth2 access token', isSecret: true } as const;
  const token = isKnown ? { ...value, value: stored } : value;
  return prefixed(reading.text(fields, 'tokenPrefix'), [token]);
}

function prefixed(prefix: Parts, token: Parts): Credentials {
  if (plainOf(prefix) === 'NO_PREFIX') return authorization(token);
  return authorization(joined([prefix.length === 0 ? ['Bearer'] : prefix, [' '], token]));
}

function authorization(value: Parts): Credentials {
  return { header: { name: 'Authorization', value } };
}

/** A credential written out is a value of that name. */
function asSecret(text: Parts, name: string): Parts {
  const plain = plainOf(text);
  if (plain === undefined || plain === '') return text;
  return [{ kind: 'value', name, value: plain, isSecret: true }];
}
