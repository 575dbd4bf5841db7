/** How the names of headers end whose whole value is a credential, beside `authorization` and the cookies. */
const credentialName =
  /(?:^|[-_])(?:auth|token|secret|password|passwd|session(?:[-_]?id)?|signature|(?:api|access|account|auth|functions?|subscription)[-_]?key)$/;

const cookieAttributes: ReadonlySet<string> = new Set([
  'domain',
  'expires',
  'max-age',
  'path',
  'priority',
  'samesite',
]);

/** The credentials in a map of headers, of a request or a response; names in any case. */
export function headerSecrets(headers: object): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? secretsIn(name.toLowerCase(), value.trim()) : [],
  );
}

/** Whether a header of this name, in lower case, holds a credential. */
export function isCredentialHeader(name: string): boolean {
  return isAuthorization(name) || isCookie(name) || credentialName.test(name);
}

function secretsIn(name: string, value: string): readonly string[] {
  if (isAuthorization(name)) return authorization(value);
  if (isCookie(name)) return cookieValues(value);
  return credentialName.test(name) ? [value] : [];
}

function isAuthorization(name: string): boolean {
  return name === 'authorization' || name === 'proxy-authorization';
}

function isCookie(name: string): boolean {
  return name === 'cookie' || name === 'set-cookie';
}

/** The value, what follows its scheme, and the password that `Basic` encodes. */
function authorization(value: string): readonly string[] {
  const [, scheme, credentials] = /^(\S+)\s+(.+)$/s.exec(value) ?? [];
  if (scheme === undefined || credentials === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, credentials];
  const pair = Buffer.from(credentials, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon === -1 ? [value, credentials] : [value, credentials, pair.slice(colon + 1)];
}

/** `Cookie` parts its cookies by `;`, several `Set-Cookie` headers arrive joined by `,`. */
function cookieValues(value: string): readonly string[] {
  return [...value.matchAll(/(?:^|[;,])\s*([^=;,\s]+)="?([^;,"]*)/g)]
    .filter(([, name = '']) => !cookieAttributes.has(name.toLowerCase()))
    .map(([, , secret = '']) => secret.trim());
}
