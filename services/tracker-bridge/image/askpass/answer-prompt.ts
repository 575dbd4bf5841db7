/** A Secret for a remote by its keys, as far as it has them. */
export interface Credentials {
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Stands for both, as forges take it. */
  readonly token: string | undefined;
}

/**
 * What git is to be told where it asks, in English: `Username for 'https://host': `, or
 * `Password for 'https://user@host': `. Undefined where the Secret has no answer, or another host than the remote's
 * asks, as after a redirect.
 */
export function answerPrompt(
  prompt: string,
  remote: string,
  { username, password, token }: Credentials,
): string | undefined {
  const [, what, asking = ''] = /^(Username|Password) for '(.+)': ?$/.exec(prompt) ?? [];
  if (what === undefined || !isOf(remote, asking)) return undefined;
  if (what === 'Password') return password ?? token;
  return username ?? (token === undefined ? undefined : 'x-access-token');
}

function isOf(remote: string, asking: string): boolean {
  if (!URL.canParse(remote) || !URL.canParse(asking)) return false;
  const [one, other] = [new URL(remote), new URL(asking)];
  return one.protocol === other.protocol && one.host === other.host;
}
