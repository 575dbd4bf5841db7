/** Headers whose whole value is a credential, beside `authorization` and the cookies. */
const secretHeaders: ReadonlySet<string> = new Set([
  'api-key',
  'apikey',
  'dd-api-key',
  'ocp-apim-subscription-key',
  'private-token',
  'x-access-token',
  'x-amz-security-token',
  'x-api-key',
  'x-auth-key',
  'x-auth-token',
  'x-goog-api-key',
  'x-vault-token',
]);

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

function secretsIn(name: string, value: string): readonly string[] {
  if (name === 'authorization' || name === 'proxy-authorization') return authorization(value);
  if (name === 'cookie' || name === 'set-cookie') return cookieValues(value);
  return secretHeaders.has(name) ? [value] : [];
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
