import { withoutCredentials } from '@picket/monitor';

const url = /[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi;
/** Shorter words than a credential follow these in sentences. */
const authorization = /\b(Bearer|Basic)\s+[\w.~+/-]{16,}=*/g;

/** A text without the passwords and tokens of the urls in it, such as that of a kubeconfig's server. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(url, withoutCredentials).replaceAll(authorization, '$1 [redacted]');
}
