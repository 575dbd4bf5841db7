/** One thing wrong with a configuration: where, what, and what to do about it. */
export interface Problem {
  /** Path inside the probe or file: `requests[1].alerts[0].assertion`. Empty for the whole. */
  readonly path: string;
  readonly message: string;
  /** What to do, such as `did you mean "url"?`. */
  readonly hint?: string;
}

/** The path of a member: `at('requests[0]', 'url')` is `requests[0].url`, `at('requests', 1)` is `requests[1]`. */
export function at(path: string, ...members: readonly (string | number)[]): string {
  return members.reduce<string>((whole, member) => {
    if (typeof member === 'number') return `${whole}[${member}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(member)) return `${whole}[${JSON.stringify(member)}]`;
    return whole === '' ? member : `${whole}.${member}`;
  }, path);
}

/** What checking gave: the value, or all that keeps it from being one. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };
