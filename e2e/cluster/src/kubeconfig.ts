import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { Credential } from './certificates.ts';

/** How to reach an API server, and as whom. */
export interface Access {
  /** URL */
  readonly server: string;
  /** PEM of the server's authority. */
  readonly authority: string;
  readonly user: Credential | { readonly token: string };
}

/** Writes a kubeconfig with everything in it, so that the file can be moved; only its owner reads it. */
export async function writeKubeconfig(path: string, access: Access): Promise<void> {
  const named = { cluster: 'picket', user: 'picket' };
  const text = stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'picket',
    contexts: [{ name: 'picket', context: named }],
    clusters: [
      {
        name: named.cluster,
        cluster: {
          server: access.server,
          'certificate-authority-data': base64(access.authority),
        },
      },
    ],
    users: [{ name: named.user, user: userOf(access.user) }],
  });
  await writeFile(path, text, { mode: 0o600 });
}

function userOf(user: Access['user']): Record<string, string> {
  if ('token' in user) return { token: user.token };
  return {
    'client-certificate-data': base64(user.certificate),
    'client-key-data': base64(user.key),
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
