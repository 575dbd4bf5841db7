import type { ReactNode } from 'react';

/** What went wrong with a call, if anything did. */
export function Problem({ error }: { readonly error: Error | null }): ReactNode {
  return error && <p role="alert">{error.message}</p>;
}
