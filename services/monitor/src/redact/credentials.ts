import { ownValue } from '../template/own-value.ts';
import { percentDecoded } from '../url/percent-decoded.ts';
import { headerSecrets } from './header-secrets.ts';
import { findSecretParameters, findUserinfo } from './url-secrets.ts';

/**
 * What in a rendered entry, or in a response, must never be shown: passwords and tokens in `url`, `uri`,
 * `proxyUrl` and a redirect’s `location`, in `headers`, `password` and `tls.key`. Templates among them come as
 * they are.
 */
export function credentialsOf(entry: object): readonly string[] {
  const headers = ownValue(entry, ['headers']);
  const found = [
    ...textsAt(entry, ['url'], ['uri'], ['proxyUrl'], ['headers', 'location']).flatMap(urlSecrets),
    ...(typeof headers === 'object' && headers !== null ? headerSecrets(headers) : []),
    ...textsAt(entry, ['password'], ['tls', 'key']),
  ];
  return [...new Set(found)].filter(secret => secret !== '');
}

/** A URL to show: its userinfo left out, secret parameters replaced. Never throws, rendered or not. */
export function withoutCredentials(url: string): string {
  const userinfo = findUserinfo(url);
  const shown = userinfo ? url.slice(0, userinfo.start) + url.slice(userinfo.end + 1) : url;
  return findSecretParameters(shown).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}[redacted]${rest.slice(end)}`,
    shown,
  );
}

function textsAt(entry: object, ...paths: readonly (readonly string[])[]): string[] {
  return paths.map(path => ownValue(entry, path)).filter(value => typeof value === 'string');
}

function urlSecrets(url: string): string[] {
  const parameters = findSecretParameters(url).map(({ start, end }) => url.slice(start, end));
  return [...userinfoSecrets(url), ...parameters].flatMap(secret => [secret, decoded(secret)]);
}

/** A user name is no secret beside its password, but alone in an http url it is a token. */
function userinfoSecrets(url: string): string[] {
  const userinfo = findUserinfo(url);
  if (!userinfo) return [];
  const [user = '', ...password] = url.slice(userinfo.start, userinfo.end).split(':');
  if (password.length > 0) return [password.join(':')];
  return /^https?:/i.test(url) ? [user] : [];
}

/** As the server reads it; unchanged where not everything behind a `%` is an escape. */
function decoded(text: string): string {
  return percentDecoded(text) ?? text;
}
