import { isNamedLikeSecret } from '../redact/secret-names.ts';

const credential =
  /(?:^|_)(?:pass|passcode|password|passwd|passphrase|pw|pwd|secret|token|jwt|bearer|credentials?|authorization|signature|cookie|(?:api|access|private|secret|account|subscription|auth|signing|master)_?key)(?:_|$)/;

/** What is told about a credential, and is none itself: `tokenUrl`, `api_key_name`. */
const about =
  /_(?:at|endpoint|expires?|expiry|field|header|id|in|kind|length|name|path|prefix|ttl|type|uri|url|user)$/;

/**
 * Whether a variable of this name is secret, as far as a name tells: also `adminPasswordProd`, `TOKEN_2`, and all
 * in Postman's vault.
 */
export function isCredentialName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '');
  return (
    name.startsWith('vault:') ||
    isNamedLikeSecret(name) ||
    (credential.test(words) && !about.test(words))
  );
}
