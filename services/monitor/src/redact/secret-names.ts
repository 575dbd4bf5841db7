/** Names of parameters and fields that carry a credential, in lower case without what separates words. */
const secretNames: ReadonlySet<string> = new Set([
  'accesstoken',
  'apikey',
  'authtoken',
  'clientsecret',
  'password',
  'secret',
  'sig',
  'signature',
  'token',
  'xamzsecuritytoken',
  'xamzsignature',
]);

/** What the names of fields end with in what people record and share, beside the names above. */
const secretEndings: readonly string[] = [
  ...[...secretNames].filter(name => name !== 'sig'),
  'accesskey',
  'assertion',
  'credential',
  'credentials',
  'passphrase',
  'passwd',
  'privatekey',
  'pwd',
  'secretkey',
  'sessionid',
];

/** Whether a parameter of a URL has the name of a credential, in any spelling. */
export function isSecretParameter(name: string): boolean {
  return secretNames.has(plain(name));
}

/**
 * Whether a field or parameter is named like a credential: `new_password`, `user[apiKey]`, `refreshToken`. Wider
 * than `isSecretParameter`, for what is to be written into a file: one reference too many does no harm there.
 */
export function isNamedLikeSecret(name: string): boolean {
  const plainName = plain(name);
  return secretNames.has(plainName) || secretEndings.some(ending => plainName.endsWith(ending));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
