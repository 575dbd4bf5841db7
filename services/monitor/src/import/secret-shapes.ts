import type { SecretSpan } from './text.ts';

/** Tokens that tell by their form what they are: JWTs, and those whose issuers begin them all alike. */
const shape =
  /(?<![\w-])(?:eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+|AIza[\w-]{35}|A[KS]IA[A-Z\d]{16}|gh[oprsu]_\w{36,}|github_pat_\w{40,}|glpat-[\w-]{20,}|[rs]k_(?:live|test)_\w{16,}|xox[abeoprs]-[\w-]{10,})(?![\w-])/g;

/** Secrets that stand anywhere in a text, whatever the name before them. */
export function secretsByShape(text: string): readonly SecretSpan[] {
  return [...text.matchAll(shape)].map(({ 0: token, index }) => ({
    name: 'token',
    start: index,
    end: index + token.length,
  }));
}
